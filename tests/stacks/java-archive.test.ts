import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { stackProgram, whyNotUsable } from '../../engine/stacks/stacks.ts';

const reason = await whyNotUsable('java');

/** Runs the Java services without an order, which they end at. */
function startAndEnd(change: (words: readonly string[]) => readonly string[]) {
  const [file, ...words] = stackProgram('java', 1).command;
  const { status, stdout, stderr } = spawnSync(file, change(words), {
    input: '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.skipIf(reason !== null)('the archive of classes of the services in Java', () => {
  it('is one that the virtual machine maps', () => {
    // With `on` it refuses to start without it.
    const ended = startAndEnd((words) => ['-Xshare:on', ...words]);
    expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('may be missing, and nothing is said where the conversation goes', () => {
    const ended = startAndEnd((words) => words.map((word) => word.replace('.jsa', '.none')));
    expect(ended).toMatchObject({ status: 0, stdout: '' });
  });
});
