import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { historyQuerySchema } from '../../contracts/history.ts';
import { makeFileRun, makeFileTrial, storeRun } from '../../tests/support/run-files.ts';
import { openedStore as open } from '../../tests/support/stores.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { recoverInterrupted } from '../run/recovery.ts';
import { backUpDatabase, examineDatabase, saveWhatCanBe } from './doctor.ts';
import { openStore, type Store } from './store.ts';

const ids = ['run-1', 'run-2'];

/** A database with two runs, without a write-ahead log. */
function filled(): string {
  const file = join(temporaryFolder(), 'wirebench.db');
  const store = openStore(file);
  for (const id of ids) {
    const trials = [0, 1].map((index) => {
      const trial = makeFileTrial(index);
      const own = `${id}-${index}`;
      return { ...trial, id: own, result: trial.result && { ...trial.result, id: own } };
    });
    storeRun(store, makeFileRun({ id, trials }));
  }
  store.close();
  return file;
}

function changed(file: string, sql: string): string {
  const database = new BetterSqlite(file);
  database.exec(sql);
  database.close();
  return file;
}

/** Start and end of the first page of a table or an index, in bytes: [start, end). */
function pageOf(file: string, name: string): [from: number, to: number] {
  const database = new BetterSqlite(file, { readonly: true });
  const find = database.prepare<[string], number>(
    'SELECT rootpage FROM sqlite_schema WHERE name = ?',
  );
  const page = find.pluck().get(name) ?? 0;
  database.close();
  return [(page - 1) * 4096, page * 4096];
}

const corrupt = expect.objectContaining({ code: 'STORE_CORRUPT' });

/** The results of a run, as read for display. */
function shown(store: Store, runId: string): string {
  const { experiment, environment, warnings, startedAt, status } = store.runHead(runId);
  const trials = store.trialResults(runId);
  const seconds = trials.map(({ id }) => store.intervals(id));
  return JSON.stringify({ experiment, environment, warnings, startedAt, status, trials, seconds });
}

describe('a damaged database', () => {
  it('with any flipped bit shows no changed result, is reported, and never blocks the list of runs', () => {
    const file = filled();
    const whole = readFileSync(file);
    const sound = openStore(file);
    const expected = new Map(ids.map((id) => [id, shown(sound, id)]));
    sound.close();
    const folder = temporaryFolder();
    let number = 0;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(7), (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        number += 1;
        const copy = join(folder, `${number}.db`);
        writeFileSync(copy, bytes);
        const store = openStore(copy);
        try {
          recoverInterrupted(store);
          const listed = store.listRuns(10).map(({ id }) => id);
          store.searchRuns(historyQuerySchema.parse({ text: 'example' }));
          for (const id of ids) {
            const read = attempt(() => shown(store, id));
            if (read === expected.get(id)) continue;
            expect(read).toBeInstanceOf(WirebenchError);
            const isReported =
              store.notices.length > 0 || (read as WirebenchError).code === 'STORE_CORRUPT';
            if (!isReported) throw new Error(`${id} is lost without a notice: ${String(read)}`);
            if (store.notices.length === 0) expect(listed).toContain(id);
          }
        } finally {
          store.close();
        }
      }),
      { numRuns: 150 },
    );
  });

  it('whose index points to wrong rows is set aside', () => {
    const file = filled();
    const sound = openStore(file);
    const expected = ids.map((id) => shown(sound, id)).join();
    sound.close();
    const whole = readFileSync(file);
    const [, end] = pageOf(file, 'intervals_of_trial');
    for (let at = end - 20; at < end; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const copy = join(temporaryFolder(), 'a.db');
      writeFileSync(copy, bytes);
      const store = open(copy);
      if (store.notices.length > 0) continue;
      expect(ids.map((id) => shown(store, id)).join()).toBe(expected);
    }
  });

  it.each([
    ['a missing table', 'DROP TABLE trials'],
    ['a missing column', 'ALTER TABLE intervals DROP COLUMN facts'],
    ['another application id', 'PRAGMA application_id = 7'],
    ['a wrong version', 'PRAGMA user_version = 3'],
    ['no version', 'PRAGMA user_version = 0'],
    ['a negative version', 'PRAGMA user_version = -1'],
  ])('is set aside: %s', (_what, sql) => {
    const file = changed(filled(), sql);
    const store = open(file);
    expect(store.notices.join()).toMatch(/is damaged; it was kept as .*wirebench doctor --db/);
    expect(store.listRuns(10)).toEqual([]);
  });

  it('shows intact runs, and names the damaged one', () => {
    const file = changed(
      filled(),
      `UPDATE runs SET tags = '[' WHERE id = 'run-1'; UPDATE runs SET cells = 9 WHERE id = 'run-1'`,
    );
    const store = open(file);
    expect(store.notices).toEqual([expect.stringContaining('run-1 is damaged')]);
    expect(store.listRuns(10).map(({ id }) => id)).toEqual(['run-2']);
    expect(store.resolveRunId('latest')).toBe('run-2');
    expect(store.searchRuns(historyQuerySchema.parse({})).runs).toHaveLength(1);
    expect(() => store.runHead('run-1')).toThrow(corrupt);
  });

  it('finishes interrupted runs though one of them is damaged', () => {
    const file = changed(
      filled(),
      `UPDATE runs SET status = 'running', owner_pid = 999999, owner_identity = 'a/b/c', checksum = NULL, warnings = '' WHERE id = 'run-1'`,
    );
    const store = open(file);
    const told = recoverInterrupted(store).map(({ text }) => text);
    expect(told.join()).toContain('is damaged');
    expect(store.listRuns(10)).toHaveLength(2);
  });
});

describe('the doctor', () => {
  it('finds nothing in an intact database, and leaves it unchanged', () => {
    const file = filled();
    const before = readFileSync(file);
    const { damage, tables } = examineDatabase(file);
    expect(damage).toEqual([]);
    const counts = new Map(tables.map(({ table, ...count }) => [table, count]));
    const sound = ['runs', 'trials', 'intervals'].map((table) => counts.get(table)?.sound);
    expect(sound).toEqual([2, 4, 8]);
    for (const { unchecked, lost } of tables) expect([unchecked, lost]).toEqual([0, 0]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('saves all intact rows, and says what is lost', () => {
    const file = changed(
      filled(),
      `UPDATE trials SET result = replace(result, '4000', '9000') WHERE id = 'run-1-1';
       UPDATE intervals SET facts = replace(facts, '"ok":', '"ok":1') WHERE key = 1;
       UPDATE runs SET checksum = NULL, body_checksum = NULL WHERE id = 'run-2'`,
    );
    const target = `${file}.saved`;
    const { damage, tables } = saveWhatCanBe(file, target);
    expect(damage).toHaveLength(4);
    expect(damage.join(' ')).toMatch(
      /Trial run-1-1 is damaged.*Second 0 of the trial in row 1 is damaged/,
    );
    const counts = tables.map(({ unchecked, lost }) => `${unchecked} ${lost}`);
    expect(counts.slice(0, 3)).toEqual(['1 0', '0 1', '0 3']);
    if (process.platform !== 'win32') expect(statSync(target).mode & 0o077).toBe(0);
    const refused = expect.objectContaining({ code: 'STORE_WRITE_FAILED' });
    expect(() => saveWhatCanBe(file, target)).toThrow(refused);
    const saved = open(target);
    expect(saved.notices).toEqual([]);
    expect(saved.trialResults('run-1').map(({ id }) => id)).toEqual(['run-1-0']);
    expect(saved.intervals('run-1-0').map(({ index }) => index)).toEqual([1]);
    const sound = open(filled());
    expect(shown(saved, 'run-2')).toBe(shown(sound, 'run-2'));
    expect(saved.annotations('run-1')).toEqual(sound.annotations('run-1'));
  });

  it('saves the rows around unreadable pages', () => {
    const file = filled();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, ...pageOf(file, 'trials'));
    writeFileSync(file, bytes);
    const { damage } = saveWhatCanBe(file, `${file}.saved`);
    expect(damage.join(' ')).toMatch(/trials/);
    const runs = open(`${file}.saved`).listRuns(10);
    expect(runs.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('ends where pages form a loop', () => {
    const file = filled();
    for (const table of ['runs', 'confirmed_hosts']) {
      const bytes = readFileSync(file);
      const [from, end] = pageOf(file, table);
      bytes.fill(0, from + 1024, end);
      writeFileSync(file, bytes);
    }
    expect(examineDatabase(file).damage.join(' ')).toContain('out of order');
  });

  it('copies a database that is in use', () => {
    const file = filled();
    const store = open(file);
    store.setNote('run-1', 'written just now');
    const copy = `${file}.copy`;
    backUpDatabase(file, copy);
    expect(open(copy).listRuns(10)).toEqual(store.listRuns(10));
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o077).toBe(0);
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
