import { existsSync, rmSync } from 'node:fs';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import { trialResultSchema } from '../../contracts/measurement.ts';
import { environmentSchema } from '../../contracts/result.ts';
import { busyTimeoutMs } from './busy-timeout.ts';
import { toStoreError } from './errors.ts';
import { decodeInterval, type StoredInterval } from './interval-codec.ts';
import { migrateDatabase, readVersion } from './migrations.ts';
import { copyDatabase, makeEmptyFile } from './open-database.ts';
import { type Checked, rowState } from './row-checks.ts';
import { stamp, unusedName } from './set-aside.ts';
import { parseStored } from './stored.ts';
import { type SummaryRow, toSummary } from './summaries.ts';

/** Row counts of a table: intact, without checksum, and lost. */
interface TableCheck {
  readonly table: string;
  readonly sound: number;
  readonly unchecked: number;
  readonly lost: number;
}

/** Condition of a database. */
export interface Checkup {
  readonly file: string;
  readonly version: number;
  readonly tables: readonly TableCheck[];
  /** Sentences about damage; empty without any. */
  readonly damage: readonly string[];
}

type Row = Record<string, unknown>;
type State = 'sound' | 'unchecked' | 'lost';

/** Receives the rows that can be saved. */
type Save = (table: string, row: Row) => void;

/** Parents come before their children. */
const parents: Readonly<Record<string, { readonly table: string; readonly column: string }>> = {
  trials: { table: 'runs', column: 'run_key' },
  intervals: { table: 'trials', column: 'trial_key' },
  saturation_overrides: { table: 'trials', column: 'trial_key' },
  annotations: { table: 'runs', column: 'run_key' },
  run_files: { table: 'runs', column: 'run_key' },
};
const tables = [
  'runs',
  'trials',
  'intervals',
  'saturation_overrides',
  'annotations',
  'run_files',
  'file_contents',
  'calibrations',
  'confirmed_hosts',
  'targets',
  'reports',
  'settings',
] as const;

/** Version in which a table was added; tables not listed are in the first. */
const firstVersions: Readonly<Record<string, number>> = {
  confirmed_hosts: 2,
  calibrations: 3,
  saturation_overrides: 3,
  annotations: 4,
  targets: 4,
  reports: 4,
  settings: 4,
  run_files: 5,
  file_contents: 5,
};

const maxSqliteMessages = 20;
/** More rows than any table without keys has, since damaged pages may form a loop. */
const maxUnkeyed = 100_000;

/**
 * Checks every row of a database, without changing it.
 * @param save receives each row that can be saved, parents first.
 * @throws WirebenchError ARGUMENT_INVALID when the file does not exist, STORE_CORRUPT when nothing in it can be read.
 */
export function examineDatabase(file: string, save: Save = () => undefined): Checkup {
  return reading(file, (database) => {
    const damage: string[] = [];
    const version = readVersion(database);
    const found = attempt(() => database.pragma(`integrity_check(${maxSqliteMessages})`) as Row[]);
    if (typeof found === 'string') damage.push(`SQLite: ${found}.`);
    else {
      const words = found.map((row) => String(row.integrity_check)).filter((one) => one !== 'ok');
      damage.push(...words.map((one) => `SQLite: ${one}.`));
    }
    const kept = new Map<string, Set<unknown>>();
    const checks = tables.map((table): TableCheck => {
      const keys = new Set<unknown>();
      kept.set(table, keys);
      const count = { sound: 0, unchecked: 0, lost: 0 };
      if (version >= 0 && version < (firstVersions[table] ?? 1)) return { table, ...count };
      const parent = parents[table];
      const ofParent = parent && kept.get(parent.table);
      const report = (sentence: string) => {
        count.lost += 1;
        damage.push(sentence);
      };
      for (const row of rowsOf(database, table, report)) {
        const isOrphan = ofParent && parent && !isKept(ofParent, row[parent.column]);
        const state: State = isOrphan ? 'lost' : stateOf(table, row);
        if (state === 'lost') {
          report(`${nameOf(table, row)} is ${isOrphan ? 'without its parent' : 'damaged'}.`);
          continue;
        }
        count[state] += 1;
        keys.add(row.key);
        save(table, row);
      }
      return { table, ...count };
    });
    return { file, version, tables: checks, damage };
  });
}

/** An annotation may belong to a run as a whole, without a trial. */
const isKept = (keys: ReadonlySet<unknown>, key: unknown) => key === null || keys.has(key);

/**
 * Copies all intact rows into a new database.
 * @returns what was lost, and the new file.
 * @throws WirebenchError STORE_WRITE_FAILED when it cannot be written.
 */
export function saveWhatCanBe(file: string, target: string): Checkup {
  makeEmptyFile(target);
  const database = new BetterSqlite(target);
  try {
    migrateDatabase(database);
    database.pragma('foreign_keys = OFF');
    const inserts = new Map<string, (row: Row) => void>();
    return database.transaction(() =>
      examineDatabase(file, (table, row) => {
        const insert = inserts.get(table) ?? insertInto(database, table, row);
        inserts.set(table, insert);
        insert(row);
      }),
    )();
  } catch (error) {
    database.close();
    rmSync(target, { force: true });
    throw toStoreError(error, target);
  } finally {
    database.close();
  }
}

/** Copies the current state of a database. @throws WirebenchError ARGUMENT_INVALID, STORE_WRITE_FAILED */
export function backUpDatabase(file: string, target: string): void {
  reading(file, (database) => copyDatabase(database, target));
}

/** Default path of the saved database. */
export function savedName(file: string, now: Date): string {
  return unusedName(`${file}.saved-${stamp(now)}`);
}

function reading<T>(file: string, use: (database: Database) => T): T {
  if (!existsSync(file)) throw new WirebenchError('ARGUMENT_INVALID', `There is no file ${file}`);
  let database: Database | undefined;
  try {
    database = new BetterSqlite(file, { readonly: true, timeout: busyTimeoutMs });
    // Allows reading a partly damaged schema and a truncated file; nothing is written to it.
    database.unsafeMode();
    database.pragma('writable_schema = ON');
    return use(database);
  } catch (error) {
    throw toStoreError(error, file);
  } finally {
    database?.close();
  }
}

/** The columns of both databases; columns missing in the old one get their defaults. */
function insertInto(database: Database, table: string, row: Row): (row: Row) => void {
  const info = database.pragma(`table_info(${table})`) as { name: string }[];
  const columns = info.map(({ name }) => name).filter((name) => Object.hasOwn(row, name));
  const statement = database.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (values) => {
    statement.run(columns.map((name) => values[name]));
  };
}

/** Every readable row. Tables with keys are read from both ends where a part in between is damaged. */
function* rowsOf(
  database: Database,
  table: string,
  report: (sentence: string) => void,
): Generator<Row> {
  const all = attempt(() => database.prepare<[], Row>(`SELECT * FROM ${table}`));
  if (typeof all === 'string') return report(`The table ${table} is lost: ${all}.`);
  const hasKey = all.columns().some(({ name }) => name === 'key');
  if (!hasKey) {
    const rows = attempt(() => [...taken(all.iterate(), maxUnkeyed)]);
    return typeof rows === 'string' ? report(`The table ${table} is lost: ${rows}.`) : yield* rows;
  }
  const one = database.prepare<[number], Row>(`SELECT * FROM ${table} WHERE key = ?`);
  const read = (key: number): Row[] => {
    const row = attempt(() => one.get(key));
    if (typeof row !== 'string') return row ? [row] : [];
    report(`Row ${key} of ${table} cannot be read: ${row}.`);
    return [];
  };
  const up = database
    .prepare<[number], number>(`SELECT key FROM ${table} WHERE key > ? ORDER BY key LIMIT 1`)
    .pluck();
  const down = database
    .prepare<[number], number>(`SELECT key FROM ${table} WHERE key < ? ORDER BY key DESC LIMIT 1`)
    .pluck();
  let low = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const key = attempt(() => up.get(low));
    if (key === undefined) return;
    // Damaged pages may lead back to earlier ones.
    if (typeof key !== 'number' || key <= low) break;
    low = key;
    yield* read(key);
  }
  report(`A part of ${table} after row ${low} cannot be read.`);
  for (let high = Number.MAX_SAFE_INTEGER; ; ) {
    const key = attempt(() => down.get(high));
    if (typeof key !== 'number' || key <= low || key >= high) return;
    high = key;
    yield* read(key);
  }
}

function* taken<T>(all: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const one of all) {
    count += 1;
    if (count > most) return;
    yield one;
  }
}

/** The result, or the message of an error. */
function attempt<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return messageOf(error);
  }
}

function stateOf(table: string, row: Row): State {
  const whats = ({ runs: ['run', 'body'], trials: ['trial'], intervals: ['interval'] } as const)[
    table as 'runs' | 'trials' | 'intervals'
  ] as readonly Checked[] | undefined;
  if (!whats) return 'sound';
  const states = whats.map((what) => rowState(what, row));
  if (states.includes(0)) return 'lost';
  try {
    parseRow(table, row);
  } catch {
    return 'lost';
  }
  return states.includes(null) ? 'unchecked' : 'sound';
}

/** @throws Error when a row does not match the schemas. */
function parseRow(table: string, row: Row): void {
  const text = (column: string) => String(row[column]);
  if (table === 'runs') {
    const { started_at, ended_at, trials_done, trials_planned, imported_at, ...same } = row;
    const parsed = {
      startedAt: started_at,
      endedAt: ended_at ?? null,
      trialsDone: trials_done,
      trialsPlanned: trials_planned,
      importedAt: imported_at ?? null,
    };
    const later = { tags: '[]', note: '', pinned: 0 };
    toSummary({ ...later, ...same, ...parsed } as unknown as SummaryRow);
    parseStored(environmentSchema, text('environment'), 'a run');
    parseStored(z.array(z.string()), text('warnings'), 'a run');
  } else if (table === 'trials') {
    parseStored(plannedTrialSchema, text('planned'), 'a trial');
    if (row.result !== null) parseStored(trialResultSchema, text('result'), 'a trial');
  } else {
    decodeInterval({ lag: null, ...row } as unknown as StoredInterval);
  }
}

function nameOf(table: string, row: Row): string {
  if (table === 'runs') return `Run ${row.id}`;
  if (table === 'trials') return `Trial ${row.id}`;
  if (table === 'intervals') return `Second ${row.position} of the trial in row ${row.trial_key}`;
  return `A row of ${table}`;
}
