import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeHome, databaseName, stateHome } from './home.ts';

const before = { ...process.env };
let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'wirebench-home-'));
});
afterEach(() => {
  rmSync(scratch, { recursive: true });
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

  it('says which folder cannot be created', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    process.env.WIREBENCH_HOME = join(file, 'below');
    expect(() => stateHome()).toThrow(
      expect.objectContaining({ code: 'STORE_WRITE_FAILED', hint: expect.any(String) }),
    );
  });

  it.runIf(process.platform === 'linux')('fails immediately where Node would try for ever', () => {
    process.env.WIREBENCH_HOME = '/proc/nothing/below';
    expect(() => stateHome()).toThrow(
      expect.objectContaining({
        code: 'STORE_WRITE_FAILED',
        message: expect.stringContaining('/proc/nothing'),
      }),
    );
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
