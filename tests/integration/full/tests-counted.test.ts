import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../engine/platform/version.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';

interface Failure {
  readonly name: string;
  readonly message: string;
}
type Ended = { readonly code: number | null } | { readonly error: Error };
interface Suites {
  countTests(
    name: string,
    talliedFile: string,
    ended: Ended,
    files: readonly string[],
  ): { readonly passed: number; readonly failures: readonly Failure[] };
}

const path = new URL('../../../scripts/support/suites.mjs', import.meta.url).href;
const { countTests }: Suites = await import(path);

const files = {
  'plain.test.ts': `
    it('passes', () => {});
    it('fails', () => expect(1).toBe(2));
    it.skip('is skipped', () => {});
    let tries = 0;
    it('passes at the second try', { retry: 1 }, () => expect(++tries).toBe(2));
  `,
  'unloadable.test.ts': `throw new Error('cannot be loaded');`,
  'hook.test.ts': `
    describe('after a hook', () => {
      beforeAll(() => { throw new Error('the hook failed'); });
      it('never runs', () => {});
    });
  `,
};

/** Runs Vitest with the reporter that the project's own tests have. @returns its exit code. */
function runTests(folder: string, tallied: string): Promise<number | null> {
  const vitest = join(packageRoot(), 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(packageRoot(), 'scripts', 'support', 'tallying-reporter.mjs');
  const args = [vitest, 'run', '--root', folder, '--globals', '--reporter', reporter];
  return new Promise((resolve) => {
    const env = { ...process.env, WIREBENCH_TALLIED: tallied };
    const child = execFile(process.execPath, args, { env }, () => resolve(child.exitCode));
  });
}

describe('the account of the tests', () => {
  let folder: string;
  let tallied: string;
  let code: number | null;
  beforeAll(async () => {
    folder = makeFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    tallied = join(folder, 'tallied.jsonl');
    code = await runTests(folder, tallied);
  });
  afterAll(() => removeFolder(folder));

  it('has each test once, and each file that failed outside of its tests', () => {
    expect(code).toBe(1);
    const { passed, failures } = countTests('some', tallied, { code }, []);
    expect(passed).toBe(2);
    expect(failures.map(({ name, message }) => [name, message.split('\n')[0]]).sort()).toEqual([
      ['hook.test.ts', 'the hook failed'],
      ['plain.test.ts > fails', expect.stringMatching(/^expected 1 to be 2/)],
      ['unloadable.test.ts', 'cannot be loaded'],
    ]);
  });

  it('does not take no test, an unexplained end or a missing file for success', () => {
    const none = `${tallied}.none`;
    expect(countTests('some', none, { code: 0 }, []).failures).toHaveLength(1);
    expect(countTests('some', none, { code: null }, []).failures).toHaveLength(1);
    const { failures } = countTests('some', tallied, { code }, ['nowhere.test.ts']);
    expect(failures.map(({ name }) => name)).toContain('nowhere.test.ts');
  });
});
