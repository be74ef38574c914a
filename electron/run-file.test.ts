import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { maxRunFileBytes, openedRunFile, runFileArguments } from './run-file.ts';

it('run files are found among arguments, and become absolute paths', () => {
  const args = ['--flag.wbrun', '.', 'a.WBRUN', '/b.wbrun', 'c.bench.yaml'];
  expect(runFileArguments(args, '/of')).toEqual([join('/of', 'a.WBRUN'), '/b.wbrun']);
});

it('run files are read as their bytes', async () => {
  const path = join(temporaryFolder(), 'a.wbrun');
  const content = new Uint8Array([0, 255, 7]);
  writeFileSync(path, content);
  expect(await openedRunFile(path)).toEqual({ name: 'a.wbrun', content });
});

it('run files are rejected if missing or too large', async () => {
  const path = join(temporaryFolder(), 'a.wbrun');
  await expect(openedRunFile(path)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  writeFileSync(path, '');
  truncateSync(path, maxRunFileBytes + 1);
  await expect(openedRunFile(path)).rejects.toThrow(/the limit is 268435456/);
});
