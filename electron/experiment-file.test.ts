import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { experimentArguments, openExperimentFile, writeWhole } from './experiment-file.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it('experiment files among the arguments have an experiment’s extension, and become absolute paths', () => {
  const args = ['--flag', '.', 'a.bench.yaml', '/b.YML', 'notes.txt', '--file=c.yaml', 'd.json'];
  expect(experimentArguments(args, folder)).toEqual([
    join(folder, 'a.bench.yaml'),
    '/b.YML',
    join(folder, 'd.json'),
  ]);
});

describe('reading an experiment', () => {
  const path = () => join(folder, 'a.bench.yaml');

  it('gives its text, path and name', async () => {
    writeFileSync(path(), 'name: Größe\n');
    expect(await openExperimentFile(path())).toEqual({
      path: path(),
      name: 'a.bench.yaml',
      text: 'name: Größe\n',
    });
  });

  it('finds a built-in experiment under a former path', async () => {
    const built = join(folder, 'fixtures', 'experiments');
    mkdirSync(join(built, 'kth-2024'), { recursive: true });
    const now = join(built, 'kth-2024', 'tls.bench.yaml');
    writeFileSync(now, 'name: TLS');
    expect(await openExperimentFile(join(built, 'kth-2024-tls.bench.yaml'))).toEqual({
      path: now,
      name: 'tls.bench.yaml',
      text: 'name: TLS',
    });
  });

  it('rejects missing, oversized and binary files', async () => {
    const refused = { code: 'EXPERIMENT_UNREADABLE' };
    await expect(openExperimentFile(path())).rejects.toMatchObject(refused);
    writeFileSync(path(), Buffer.alloc(5_000_001, 32));
    await expect(openExperimentFile(path())).rejects.toThrow(/5000001 bytes/);
    writeFileSync(path(), Buffer.from([0xff, 0xfe, 0x00]));
    await expect(openExperimentFile(path())).rejects.toMatchObject(refused);
  });
});

it('writing a file replaces the file, and leaves no other', async () => {
  const path = join(folder, 'a.csv');
  writeFileSync(path, 'something longer than the new text');
  await writeWhole(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  await writeWhole(path, new Uint8Array([1, 2]));
  expect([...readFileSync(path)]).toEqual([1, 2]);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

it('writing a file reports the failure, and leaves no file', async () => {
  const path = join(folder, 'occupied');
  mkdirSync(path);
  await expect(writeWhole(path, 'x')).rejects.toMatchObject({ code: 'EXPORT_FAILED' });
  expect(readdirSync(folder)).toEqual(['occupied']);
});
