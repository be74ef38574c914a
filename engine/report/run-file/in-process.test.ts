import { randomUUID } from 'node:crypto';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFileRun, packRunFile } from '../../../tests/support/run-files.ts';
import { openedStore } from '../../../tests/support/stores.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { RunFileReader } from './in-process.ts';

function history() {
  const folder = temporaryFolder();
  const database = join(folder, 'wirebench.db');
  const store = openedStore(database);
  const opened = (bytes: Uint8Array) => {
    const file = join(folder, `${randomUUID()}.wbrun`);
    writeFileSync(file, bytes);
    return openSync(file, 'r');
  };
  return { database, store, opened };
}

const code = (expected: string, message = /./) =>
  expect.objectContaining({ code: expected, message: expect.stringMatching(message) });

describe('a run file that is read in a separate process', () => {
  it('is in the history at the end, or refused with a reason', async () => {
    const { database, store, opened } = history();
    const reader = new RunFileReader(database);
    const [wrong, right] = await Promise.allSettled([
      reader.take(opened(packRunFile(makeFileRun(), { version: 2 }))),
      reader.take(opened(packRunFile(makeFileRun()))),
    ]);
    expect(wrong).toMatchObject({ reason: code('RUN_FILE_NEWER', /version 2/) });
    expect(right).toMatchObject({ value: { runId: 'aaaa1111', outcome: 'imported' } });
    expect(store.readRun('aaaa1111')).toEqual(makeFileRun());
  });

  it('may exhaust the memory of that process only', async () => {
    const { database, store, opened } = history();
    const reader = new RunFileReader(database, 8);
    const taken = reader.take(opened(packRunFile(makeFileRun())));
    await expect(taken).rejects.toThrow(code('RUN_FILE_TOO_LARGE', /memory/));
    expect(store.listRuns(10)).toEqual([]);
  });
});
