import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { makeCell, makeResult, makeRun } from '../../tests/support/records.ts';
import { databaseFile, openedStore } from '../../tests/support/stores.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { busyTimeoutMs, impatiently } from './busy-timeout.ts';
import { isBusy, isDamage, isMisfit, mayPass, toStoreError } from './errors.ts';
import { createHeartbeat } from './heartbeat.ts';
import { HeldRuns } from './held.ts';
import { joinDatabase, openStoreDatabase } from './open-database.ts';
import { asideNotice, setAside, stamp, unusedName } from './set-aside.ts';

const sqlite = (code: string) => new BetterSqlite.SqliteError('why', code);
const endedAt = '2026-03-01T10:05:00.000Z';

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Held runs whose writes the test controls and sees. */
function held() {
  fakeTimers();
  const written: string[] = [];
  const obstacles = new Map<string, Error>();
  const runs = new HeldRuns({
    atomically: (act) => act(),
    finishTrial: (id, { status }) => void written.push(`${id} ${status}`),
    setWarnings: (id, warnings) => void written.push(`${id} ${warnings.join()}`),
    finishRun: (id, status, at) => {
      const obstacle = obstacles.get(id);
      if (obstacle) throw obstacle;
      written.push(`${id} ${status} ${at}`);
    },
  });
  return { runs, written, obstacles };
}

const ended = (runId: string, index: number) => ({
  ...{ runId, endedAt, status: 'failed' as const, warnings: ['hot'] },
  results: [makeResult(`${runId}-trial-${index}`, { index, status: 'failed' })],
});

describe('runs whose end could not be stored', () => {
  it('are tried again every five seconds, each by itself, until they are stored', () => {
    const { runs, written, obstacles } = held();
    obstacles.set('a', sqlite('SQLITE_FULL'));
    runs.hold(ended('a', 0));
    runs.hold(ended('b', 0));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(4999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    const ofB = ['b-trial-0 failed', 'b hot', `b failed ${endedAt}`];
    expect(written).toEqual(['a-trial-0 failed', 'a hot', ...ofB]);
    written.length = 0;
    obstacles.clear();
    vi.advanceTimersByTime(5000);
    expect(written).toEqual(['a-trial-0 failed', 'a hot', `a failed ${endedAt}`]);
    expect(vi.getTimerCount()).toBe(0);
    runs.hold(ended('c', 0));
    expect(vi.getTimerCount()).toBe(1);
    runs.close();
    expect(written.at(-1)).toBe(`c failed ${endedAt}`);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are given up when the store is closed, and report errors of others than SQLite', () => {
    const { runs, obstacles } = held();
    runs.hold(ended('a', 0));
    obstacles.set('a', new Error('a bug'));
    expect(() => runs.write()).toThrow('a bug');
    obstacles.set('a', sqlite('SQLITE_FULL'));
    runs.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(runs.summaries([{ id: 'a', status: 'running' } as never])).toEqual([
      { id: 'a', status: 'running' },
    ]);
  });

  it('are shown as they ended', () => {
    const { runs } = held();
    const store = openedStore();
    for (const id of ['aaaa1111', 'bbbb2222']) store.createRun(makeRun(id, 3));
    for (const [index, status] of [
      [0, 'completed'],
      [2, 'completed'],
    ] as const) {
      const id = `aaaa1111-trial-${index}`;
      store.finishTrial(id, makeResult(id, { index, status }));
    }
    const reads = runs.over(store);
    const before = reads.runHead('aaaa1111');
    expect(before).toEqual(store.runHead('aaaa1111'));
    const failedCell = makeCell({ users: 7 });
    const passed = {
      ...ended('aaaa1111', 1),
      results: [makeResult('aaaa1111-trial-1', { index: 1, status: 'failed', cell: failedCell })],
    };
    runs.hold(passed);
    const head = { ...before, endedAt, status: 'failed', warnings: ['hot'] };
    expect(reads.runHead('aaaa1111')).toEqual({ ...head, badCells: [describeCell(failedCell)] });
    expect(reads.runHead('bbbb2222').status).toBe('running');
    expect(reads.trialResults('aaaa1111').map(({ index, status }) => [index, status])).toEqual([
      [0, 'completed'],
      [1, 'failed'],
      [2, 'completed'],
    ]);
    expect(reads.listRuns(2).map((one) => [one.id, one.status, one.endedAt])).toEqual([
      ['bbbb2222', 'running', null],
      ['aaaa1111', 'failed', endedAt],
    ]);
    const missed = { metric: 'p99', bound: 1, value: 2, passed: false };
    const [result = makeResult('')] = passed.results;
    runs.hold({
      ...passed,
      results: [
        {
          ...result,
          status: 'completed',
          thresholds: [{ ...missed, passed: true }, missed] as never,
        },
      ],
    });
    expect(reads.runHead('aaaa1111')).toEqual({ ...head, thresholdsPassed: false });
  });
});

it('the heartbeat is of each run by itself, every ten seconds, and waits for no other process', () => {
  fakeTimers();
  let now = new Date('2026-03-01T10:00:00.000Z');
  const { used: database } = openStoreDatabase(
    databaseFile(),
    () => now,
    (one) => one,
  );
  onTestFinished(() => void database.close());
  database.exec('CREATE TABLE other (x)');
  const add =
    database.prepare(`INSERT INTO runs (id, name, status, started_at, cells, trials_planned, protocols,
    owner_pid, heartbeat_at, warnings, environment, experiment) VALUES (?, '', 'running', '', 1, 1, '[]', 1, 'never', '[]', '', '')`);
  for (const id of ['a', 'b']) add.run(id);
  const beats = () => database.prepare('SELECT heartbeat_at FROM runs ORDER BY id').pluck().all();
  const heartbeat = createHeartbeat(database, () => now);
  heartbeat.start('a');
  heartbeat.start('b');
  vi.advanceTimersByTime(9999);
  expect(beats()).toEqual(['never', 'never']);
  vi.advanceTimersByTime(1);
  const first = now.toISOString();
  expect(beats()).toEqual([first, first]);
  heartbeat.stop('a');
  now = new Date('2026-03-01T10:00:10.000Z');
  vi.advanceTimersByTime(10_000);
  expect(beats()).toEqual([first, now.toISOString()]);
  expect(database.pragma('busy_timeout', { simple: true })).toBe(5000);
  database.pragma('query_only = ON');
  vi.advanceTimersByTime(10_000);
  heartbeat.start('c');
  heartbeat.stopAll();
  expect(vi.getTimerCount()).toBe(0);
});

it('a database has safe commits, and a second connection little memory and a short patience on demand', () => {
  const file = databaseFile();
  const pragmas = (database: BetterSqlite.Database) =>
    ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map((name) =>
      database.pragma(name, { simple: true }),
    );
  const { used: database } = openStoreDatabase(
    file,
    () => new Date(),
    (one) => one,
  );
  onTestFinished(() => void database.close());
  expect(pragmas(database)).toEqual(['wal', 2, 1, 5000]);
  const joined = joinDatabase(file, (one) => one);
  onTestFinished(() => void joined.close());
  expect(pragmas(joined)).toEqual(['wal', 2, 1, 5000]);
  expect(joined.pragma('cache_size', { simple: true })).toBe(-2000);
  const patience = () => joined.pragma('busy_timeout', { simple: true });
  expect(impatiently(joined, patience)).toBe(50);
  expect(() => impatiently(joined, () => joined.exec('x'))).toThrow();
  expect([patience(), busyTimeoutMs]).toEqual([5000, 5000]);
});

describe('a database that is set aside', () => {
  const now = new Date('2026-03-01T10:05:06.789Z');
  const name = 'x.db.damaged-2026-03-01T10-05-06';

  it('is renamed with its companions, under a name that is free', () => {
    const folder = temporaryFolder({ 'x.db': '', 'x.db-wal': '', [name]: '', [`${name}-2`]: '' });
    const file = join(folder, 'x.db');
    expect(setAside(file, 'damaged', now)).toBe(join(folder, `${name}-3`));
    expect(readdirSync(folder)).toEqual([name, `${name}-2`, `${name}-3`, `${name}-3-wal`]);
    expect(unusedName(file)).toBe(file);
    expect(stamp(now)).toBe('2026-03-01T10-05-06');
  });

  it.each([
    ['damaged', 'STORE_CORRUPT', 'is damaged'],
    ['newer', 'STORE_NEWER', 'was written by a newer Wirebench'],
  ] as const)('stays whole where a part cannot be renamed: %s', (reason, code, words) => {
    const folder = temporaryFolder({ 'x.db': '', 'x.db-shm': '' });
    const file = join(folder, 'x.db');
    const target = `${file}.${reason}-2026-03-01T10-05-06`;
    mkdirSync(`${target}-shm`);
    expect(() => setAside(file, reason, now)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringContaining(`${file} ${words} and cannot be moved aside: `),
      }),
    );
    expect([existsSync(file), existsSync(target), existsSync(`${file}-shm`)]).toEqual([
      true,
      false,
      true,
    ]);
    const doctor =
      reason === 'damaged' ? ` To save what can be saved: wirebench doctor --db ${target}` : '';
    expect(asideNotice(file, target, reason)).toBe(
      `The database ${file} ${words}; it was kept as ${target} and a new one was created.${doctor}`,
    );
    writeFileSync(file, '');
  });
});

/** Of which kinds an error is, in words. */
const kindsOf = (error: unknown) =>
  Object.entries({ passes: mayPass, damage: isDamage, busy: isBusy, misfit: isMisfit })
    .flatMap(([kind, is]) => (is(error) ? [kind] : []))
    .join(' ');

it.each([
  ['SQLITE_FULL', 'its disk is full', 'Free some space', 'passes'],
  ['SQLITE_READONLY_DBMOVED', 'it is read-only', 'Allow writing', 'passes'],
  ['SQLITE_BUSY_SNAPSHOT', 'another program has locked it', 'Close that', 'passes busy'],
  ['SQLITE_LOCKED', 'why', 'Check that its folder', 'passes busy'],
  ['SQLITE_PROTOCOL', 'why', 'Check that its folder', 'busy'],
  ['SQLITE_IOERR_READ', 'its disk failed to read or write', 'Check whether', 'passes'],
  ['SQLITE_CANTOPEN', 'why', 'Check that its folder', ''],
  ['SQLITE_ERROR', 'why', 'Check that its folder', 'misfit'],
  ['SQLITE_CONSTRAINT_CHECK', 'why', 'Check that its folder', 'misfit'],
  ['SQLITE_CORRUPT_INDEX', 'why', 'At the next start', 'damage misfit'],
  ['SQLITE_NOTADB', 'why', 'At the next start', 'damage misfit'],
])('the error %s is told as: %s', (sqliteName, reason, hint, kinds) => {
  const error = sqlite(sqliteName);
  const [code, doing] = kinds.includes('damage')
    ? ['STORE_CORRUPT', 'is damaged']
    : ['STORE_WRITE_FAILED', 'cannot be written'];
  const report = toStoreError(error, 'file');
  expect(report).toMatchObject({
    code,
    message: `file ${doing}: ${reason} (${sqliteName})`,
    hint: expect.stringContaining(hint),
    cause: error,
  });
  expect(kindsOf(error)).toBe(kinds);
  expect(mayPass(report)).toBe(kinds.includes('passes'));
});

it('a record that is no longer valid is damage, and other errors stay', () => {
  const broken = (text: string) => new BetterSqlite.SqliteError(text, 'SQLITE_ERROR');
  for (const text of ['malformed JSON', 'no such table: x', 'no such column: y']) {
    expect(toStoreError(broken(text), 'file')).toMatchObject({ code: 'STORE_CORRUPT' });
  }
  const other = new Error('malformed JSON');
  expect(toStoreError(other, 'file')).toBe(other);
  expect(kindsOf(other)).toBe('');
});
