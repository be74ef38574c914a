import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { makeRun } from '../../tests/support/records.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openStoreDatabase } from './open-database.ts';
import { storeOver } from './store.ts';

it('keeps a content once, for as long as a run has it', () => {
  const file = join(temporaryFolder(), 'wirebench.db');
  let today = '2026-03-01T10:00:00.000Z';
  const now = () => new Date(today);
  const { used: database } = openStoreDatabase(file, now, (one) => one);
  const store = storeOver(database, { file, notices: [], now });
  onTestFinished(() => store.close());
  const contents = () => database.prepare('SELECT count(*) FROM file_contents').pluck().get();
  const orders = { path: 'a.csv', bytes: 3, sha256: 'a'.repeat(64), gzip: gzipSync('id\n') };
  for (const id of ['aaaa1111', 'bbbb2222']) {
    store.createRun(makeRun(id, 1, { files: [orders] }));
    store.finishRun(id, 'completed', today);
  }
  expect(contents()).toBe(1);

  store.removeRun('aaaa1111');
  today = '2026-03-20T10:00:00.000Z';
  store.purgeRemoved(new Date('2026-03-10T00:00:00.000Z'));
  expect(store.keptFiles('bbbb2222')).toEqual([orders]);

  store.removeRun('bbbb2222');
  store.purgeRemoved(new Date('2026-04-10T00:00:00.000Z'));
  expect(contents()).toBe(0);
});
