import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { filesIn, noFiles } from './files.ts';
import { FileKeeper, keptFiles } from './kept-files.ts';

it('keeps read files, under one name each, and returns them again', async () => {
  const folder = temporaryFolder({
    'a.proto': 'syntax = "proto3";',
    'rows.csv': 'id\n7\n',
    other: '',
  });
  const keeper = new FileKeeper(filesIn(folder));
  await keeper.read('a.proto');
  await keeper.read('./a.proto');
  await keeper.read('missing.proto');
  const opened = await keeper.open('./rows.csv', 1000);
  expect(await text(opened?.chunks ?? Readable.from([]))).toBe('id\n7\n');
  const kept = await keeper.kept();
  expect(kept.map(({ path }) => path)).toEqual(['a.proto', 'rows.csv']);
  expect(kept.map(({ gzip }) => gzip && gunzipSync(gzip).toString())).toEqual([
    'syntax = "proto3";',
    'id\n7\n',
  ]);

  const again = keptFiles(kept, noFiles);
  expect((await again.read('./a.proto'))?.toString()).toBe('syntax = "proto3";');
  const rows = await again.open('rows.csv', 1000);
  expect([rows?.size, await text(rows?.chunks ?? Readable.from([]))]).toEqual([5, 'id\n7\n']);
  expect(await again.read('other')).toBeNull();
});

it('keeps no copies of files that exceed the total limit, but lists them', async () => {
  const folder = temporaryFolder({
    'a.csv': 'x'.repeat(60),
    'b.csv': 'y'.repeat(60),
    'c.csv': 'z',
  });
  const keeper = new FileKeeper(filesIn(folder), 100);
  for (const name of ['a.csv', 'b.csv', 'c.csv']) await keeper.read(name);
  const kept = await keeper.kept();
  expect(kept.map(({ path, bytes, gzip }) => [path, bytes, gzip !== null])).toEqual([
    ['a.csv', 60, true],
    ['b.csv', 60, false],
    ['c.csv', 1, true],
  ]);
  // It still exists.
  const again = keptFiles(kept, filesIn(folder));
  expect((await again.read('b.csv'))?.length).toBe(60);
});
