import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxRunFileBytes, openedRunFile, runFileArguments } from './run-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('run files are found among arguments, and become absolute paths', () => {
  const args = ['--flag.wbrun', '.', 'a.WBRUN', '/b.wbrun', 'c.bench.yaml'];
  expect(runFileArguments(args, folder)).toEqual([join(folder, 'a.WBRUN'), '/b.wbrun']);
});

it('run files are read as their bytes', async () => {
  const path = join(folder, 'a.wbrun');
  writeFileSync(path, new Uint8Array([0, 255, 7]));
  expect(await openedRunFile(path)).toEqual({
    name: 'a.wbrun',
    content: new Uint8Array([0, 255, 7]),
  });
});

it('run files are rejected if missing or too large', async () => {
  const path = join(folder, 'a.wbrun');
  await expect(openedRunFile(path)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  writeFileSync(path, '');
  truncateSync(path, maxRunFileBytes + 1);
  await expect(openedRunFile(path)).rejects.toThrow(/the limit is 268435456/);
});
