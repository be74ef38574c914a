import type { Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { historyQuerySchema } from '../../contracts/history.ts';
import { makeInterval, makeResult, makeRun } from '../../tests/support/records.ts';
import { makeFileRun, storeRun } from '../../tests/support/run-files.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { mayPass } from './errors.ts';
import { openStoreDatabase } from './open-database.ts';
import { type Store, storeOver } from './store.ts';

function openBoth() {
  const [file, now] = [databaseFile(), () => new Date()];
  const { used: database, notices } = openStoreDatabase(file, now, (one) => one);
  const store = storeOver(database, { file, notices, now });
  onTestFinished(() => store.close());
  store.createRun(makeRun('aaaa1111'));
  store.appendInterval('aaaa1111-trial-0', makeInterval(0));
  return { database, store, file };
}

const obstacles = {
  'its disk is full (SQLITE_FULL)': (database: Database, on: boolean) => {
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${on ? pages : 1_000_000}`);
  },
  'it is read-only (SQLITE_READONLY)': (database: Database, on: boolean) => {
    database.pragma(`query_only = ${on ? 'ON' : 'OFF'}`);
  },
};

const changes: Record<string, (store: Store) => void> = {
  note: (store) => store.setNote('aaaa1111', 'x'.repeat(20_000)),
  tags: (store) => store.setTags('aaaa1111', ['x'.repeat(20_000)]),
  name: (store) => store.renameRun('aaaa1111', 'x'.repeat(20_000)),
  import: (store) => storeRun(store, makeFileRun({ id: 'bbbb2222', note: 'x'.repeat(20_000) })),
};

describe.each(Object.entries(obstacles))('a database that cannot be written: %s', (reason, set) => {
  it.each(Object.entries(changes))(
    'reports it for a new %s, and keeps stored data',
    (_what, change) => {
      const { database, store, file } = openBoth();
      set(database, true);
      expect(() => change(store)).toThrow(
        expect.objectContaining({
          code: 'STORE_WRITE_FAILED',
          message: `${file} cannot be written: ${reason}`,
          hint: expect.stringMatching(/Everything stored before is kept\.$/),
        }),
      );
      set(database, false);
      expect(store.listRuns(10)).toMatchObject([{ id: 'aaaa1111', note: '', tags: [] }]);
      expect(store.intervals('aaaa1111-trial-0')).toEqual([makeInterval(0)]);
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      change(store);
    },
  );

  it('may be written again later, so that intervals wait for it', () => {
    const { database, store } = openBoth();
    set(database, true);
    const writing = () => {
      for (let index = 1; index < 200; index += 1) {
        store.appendInterval('aaaa1111-trial-0', makeInterval(index));
      }
    };
    expect(writing).toThrow(expect.toSatisfy(mayPass));
  });
});

describe('the end of a run that could not be stored', () => {
  it('is shown nevertheless, and stored when the store is closed', () => {
    const { database, store, file } = openBoth();
    const [result, endedAt] = [makeResult('aaaa1111-trial-0'), '2026-03-01T10:05:00.000Z'];
    obstacles['it is read-only (SQLITE_READONLY)'](database, true);
    const ended = { status: 'failed' as const, endedAt, warnings: [], results: [result] };
    store.holdRun({ runId: 'aaaa1111', ...ended });
    const shown = { head: store.runHead('aaaa1111'), trials: store.trialResults('aaaa1111') };
    expect(shown.head).toMatchObject({ status: 'failed', endedAt });
    expect(shown.trials).toEqual([result]);
    expect(store.listRuns(1)).toMatchObject([{ status: 'failed' }]);
    const { runs } = store.searchRuns(historyQuerySchema.parse({}));
    expect(runs).toMatchObject([{ status: 'failed' }]);
    obstacles['it is read-only (SQLITE_READONLY)'](database, false);
    store.close();
    const again = openedStore(file);
    expect(again.runHead('aaaa1111')).toEqual(shown.head);
    expect(again.trialResults('aaaa1111')).toEqual(shown.trials);
  });
});
