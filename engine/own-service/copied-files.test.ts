import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import type { KeptFile } from '../store/handover.ts';
import { copyKeptFiles } from './copied-files.ts';

function kept(path: string, content: string, hasCopy = true): KeptFile {
  return {
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    gzip: hasCopy ? gzipSync(content) : null,
  };
}

it('copies the files of a run next to an experiment, also into subfolders', async () => {
  const folder = join(temporaryFolder(), 'experiments');
  expect(await copyKeptFiles([kept('a.csv', 'id\n'), kept('in/b.csv', 'x\n')], folder)).toEqual([]);
  expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('id\n');
  expect(readFileSync(join(folder, 'in', 'b.csv'), 'utf8')).toBe('x\n');
});

it('changes no existing file, and names those that differ', async () => {
  const same = { 'same.csv': 'id\n', 'long.csv': 'id\n' };
  const folder = temporaryFolder({ ...same, 'other.csv': 'mine\n' });
  const files = [
    kept('same.csv', 'id\n'),
    kept('long.csv', 'id\n', false),
    kept('other.csv', 'id\n'),
    kept('gone.csv', 'id\n', false),
  ];
  expect(await copyKeptFiles(files, folder)).toEqual(['other.csv', 'gone.csv']);
  expect(readFileSync(join(folder, 'other.csv'), 'utf8')).toBe('mine\n');
});

it('writes nothing outside of the folder', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(outside, 'deep'));
  symlinkSync(outside, join(folder, 'link'));
  const paths = ['../up.csv', '/abs.csv', 'link/x.csv', 'link/deep/x.csv', 'link/new/x.csv'];
  const files = paths.map((path) => kept(path, 'id\n'));
  expect(await copyKeptFiles(files, folder)).toEqual(paths);
  expect(existsSync(join(outside, 'x.csv'))).toBe(false);
  expect(existsSync(join(outside, 'deep', 'x.csv'))).toBe(false);
  expect(existsSync(join(outside, 'new'))).toBe(false);
});
