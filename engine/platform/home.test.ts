import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateHome } from './home.ts';

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

  it('says which folder cannot be made', () => {
    const file = join(scratch, 'file');
    writeFileSync(file, '');
    process.env.WIREBENCH_HOME = join(file, 'below');
    expect(() => stateHome()).toThrow(
      expect.objectContaining({ code: 'STORE_WRITE_FAILED', hint: expect.any(String) }),
    );
  });
});
