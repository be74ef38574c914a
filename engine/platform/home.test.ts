import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { closeHome, databaseName, stateHome } from './home.ts';

const before = { ...process.env };
let scratch = '';
beforeEach(() => {
  scratch = temporaryFolder();
});
afterEach(() => {
  process.env = { ...before };
});

describe('stateHome', () => {
  it('creates the folder that WIREBENCH_HOME names, for its owner only', () => {
    process.env.WIREBENCH_HOME = join(scratch, 'a', 'b');
    expect(stateHome()).toBe(join(scratch, 'a', 'b'));
    const found = statSync(stateHome());
    expect(found.isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(found.mode & 0o077).toBe(0);
  });

  it('makes a relative WIREBENCH_HOME absolute', () => {
    process.env.WIREBENCH_HOME = join('node_modules', '..', 'node_modules');
    expect(isAbsolute(stateHome())).toBe(true);
  });

  it.each([
    ['below a file', join(import.meta.filename, 'below')],
    // Where Node would try for ever.
    ...(process.platform === 'linux' ? [['in /proc', '/proc/nothing/below']] : []),
  ])('says which folder cannot be created: %s', (_where, home) => {
    process.env.WIREBENCH_HOME = home;
    const message = expect.stringContaining(dirname(home ?? ''));
    const failure = { code: 'STORE_WRITE_FAILED', message, hint: expect.any(String) };
    expect(() => stateHome()).toThrow(expect.objectContaining(failure));
  });
});

describe.skipIf(process.platform === 'win32')('a state folder that others may read', () => {
  const opened = (files: readonly string[]) => {
    const home = join(scratch, 'home');
    mkdirSync(home);
    for (const name of files) writeFileSync(join(home, name), '');
    chmodSync(home, 0o755);
    return home;
  };

  it.each([[[]], [[databaseName, 'notes.txt']]])('is closed to them: %j', (files) => {
    const home = opened(files);
    expect(closeHome(home)).toBeNull();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(closeHome(home)).toBeNull();
  });

  it('is left unchanged with a warning when it contains other things only', () => {
    const home = opened(['notes.txt']);
    expect(closeHome(home)).toContain(home);
    expect(statSync(home).mode & 0o777).toBe(0o755);
  });
});
