import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunQueue } from './run-queue.ts';

/** A queue that reads its own file, and a function that writes it. */
function openQueue() {
  const folder = mkdtempSync(join(tmpdir(), 'wirebench-queue-'));
  const path = join(folder, 'schedstat');
  const write = (text: string) => writeFileSync(path, text);
  write('81000000 5000000 12\n');
  const queue = new RunQueue(path);
  onTestFinished(() => {
    queue.close();
    rmSync(folder, { recursive: true });
  });
  return { queue, write };
}

describe('RunQueue', () => {
  it('returns null without the systemâs file', () => {
    expect(new RunQueue('/no/such/file').take()).toEqual({});
  });

  it('returns null once it is closed, and for invalid content', () => {
    const { queue, write } = openQueue();
    write('unknown\n');
    expect(queue.take()).toEqual({});
    expect(queue.look()).toBeNull();
    queue.close();
    expect(queue.take()).toEqual({});
  });

  it('returns the wait since the last call', () => {
    const { queue, write } = openQueue();
    expect(queue.take()).toEqual({ waitMs: 0 });
    write('99000000 7500000 19\n');
    expect(queue.take()).toEqual({ waitMs: 2.5 });
    expect(queue.take()).toEqual({ waitMs: 0 });
    expect(queue.look()).toBe(2.5);
    expect(queue.look()).toBe(0);
  });

  it.runIf(existsSync('/proc/thread-self/schedstat'))('reads the file of Linux', () => {
    const queue = new RunQueue();
    onTestFinished(() => queue.close());
    expect(queue.take()).toEqual({ waitMs: expect.any(Number) });
  });
});
