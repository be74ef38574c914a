import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { keepPrivate, makeFolders } from '../platform/private-files.ts';
import { busyTimeoutMs } from './busy-timeout.ts';
import { guarded, isBusy, isDamage, isMisfit, sqliteCode, toStoreError } from './errors.ts';
import { applicationId, migrateDatabase, readVersion, schemaVersion } from './migrations.ts';
import { addRowChecks } from './row-checks.ts';
import { type AsideReason, asideNotice, setAside, stamp, unusedName } from './set-aside.ts';

/** Checking reads the whole file; beyond this size it would delay the start too long. */
const maxCheckedBytes = 1024 ** 3;

/** Pause before another attempt to open a file that others lock. */
const openPauseMs = 50;

export interface OpenedDatabase<Used> {
  readonly used: Used;
  /** Sentences about what was set aside, copied or found damaged. */
  readonly notices: string[];
}

/** Uses an open database; fails where something is missing in it. */
type Use<Used> = (database: Database) => Used;

/**
 * Opens the database file, creating or migrating it as needed. A damaged or newer one is set
 * aside first, as is one in which `use` finds something missing.
 * @throws WirebenchError STORE_WRITE_FAILED when it cannot be written.
 */
export function openStoreDatabase<Used>(
  file: string,
  now: () => Date,
  use: Use<Used>,
): OpenedDatabase<Used> {
  const notices: string[] = [];
  makeFolder(file);
  while (notices.length < 3) {
    const before = fileNumber(file);
    const opened = tryOpenPatiently(file, now, use);
    if (typeof opened !== 'string') {
      return { ...opened, notices: [...notices, ...opened.notices, ...closeToOthers(file)] };
    }
    // Another process may have set it aside meanwhile; then the new one is opened.
    if (before === fileNumber(file)) {
      notices.push(asideNotice(file, setAside(file, opened, now()), opened));
    }
  }
  throw new WirebenchError('STORE_CORRUPT', `${file} is damaged each time it is recreated`, {
    hint: 'Check its disk.',
  });
}

/** SQLite does not wait when two processes create or recover a database concurrently. */
function tryOpenPatiently<Used>(
  file: string,
  now: () => Date,
  use: Use<Used>,
): OpenedDatabase<Used> | AsideReason {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return tryOpen(file, now, use);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toStoreError(error, file);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openPauseMs);
    }
  }
}

function makeFolder(file: string): void {
  try {
    makeFolders(dirname(file), 0o700);
  } catch (error) {
    throw new WirebenchError(
      'STORE_WRITE_FAILED',
      `${file} cannot be written: ${(error as Error).message}`,
      { cause: error, hint: 'Choose another folder with WIREBENCH_HOME.' },
    );
  }
}

/** Restricts the rights of the database, its log, its copies and databases set aside. @returns sentences about files that others can still read. */
function closeToOthers(file: string): string[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(file)))
    .flatMap((name) => keepPrivate(join(folder, name)) ?? []);
}

/** Null when there is no such file. */
function fileNumber(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/** @returns the database in use, or why it has to be set aside. */
function tryOpen<Used>(
  file: string,
  now: () => Date,
  use: Use<Used>,
): OpenedDatabase<Used> | AsideReason {
  try {
    return inspect(file) ?? openForUse(file, now, use);
  } catch (error) {
    if (isMisfit(error)) return 'damaged';
    throw error;
  }
}

/**
 * Looks for a reason to set the database aside, through a read-only connection: closing
 * a writing one would fold the write-ahead log into a damaged or newer file.
 */
function inspect(file: string): AsideReason | null {
  if (!existsSync(file)) return null;
  const database = new BetterSqlite(file, { readonly: true, timeout: busyTimeoutMs });
  try {
    return findFault(database, file);
  } catch (error) {
    // Some states cannot be read without repair; opening for use then reports the error.
    if (needsWriting(error)) return null;
    throw error;
  } finally {
    database.close();
  }
}

function needsWriting(error: unknown): boolean {
  return /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error) ?? '');
}

function findFault(database: Database, file: string): AsideReason | null {
  const version = readVersion(database);
  const id = Number(database.pragma('application_id', { simple: true }));
  const names = database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all();
  const isOurs = ['runs', 'trials', 'intervals'].every((name) => names.includes(name));
  if (names.length > 0 && id !== applicationId) {
    if (isOurs) return 'damaged';
    throw new WirebenchError('STORE_WRITE_FAILED', `${file} belongs to another program`, {
      hint: 'Name another file.',
    });
  }
  if (version > schemaVersion) return 'newer';
  if (version < (names.length > 0 ? 1 : 0)) return 'damaged';
  return isSound(database, file) ? null : 'damaged';
}

function isSound(database: Database, file: string): boolean {
  if (statSync(file).size > maxCheckedBytes) return true;
  return database.pragma('integrity_check(1)', { simple: true }) === 'ok';
}

/** SQLite gives its companions the rights of the database. */
function makeForOwner(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite reports why it cannot be created.
  }
}

function openForUse<Used>(file: string, now: () => Date, use: Use<Used>): OpenedDatabase<Used> {
  makeForOwner(file);
  const database = new BetterSqlite(file, { timeout: busyTimeoutMs });
  try {
    const copied = prepareForUse(database, file, now());
    const damaged = addRowChecks(database);
    return { used: use(database), notices: [...copied, ...damaged] };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Page cache of a connection in units of 1024 bytes, and as much again for temporary tables and for sorting. */
const leanCacheKb = 2000;

/**
 * Another connection to a database in use, for a process with little memory.
 * @throws WirebenchError STORE_WRITE_FAILED, STORE_CORRUPT
 */
export function joinDatabase<Used>(file: string, use: Use<Used>): Used {
  return guarded(file, () => {
    const database = new BetterSqlite(file, { timeout: busyTimeoutMs, fileMustExist: true });
    try {
      setManner(database);
      for (const schema of ['main', 'temp'])
        database.pragma(`${schema}.cache_size = -${leanCacheKb}`);
      addRowChecks(database);
      return use(database);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function setManner(database: Database): void {
  // With one commit a second, safety against power cuts is cheap.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
}

/** @returns a sentence when it was copied before it was changed. */
function prepareForUse(database: Database, file: string, now: Date): string[] {
  database.pragma('journal_mode = WAL');
  setManner(database);
  const version = readVersion(database);
  const isOlder = version > 0 && version < schemaVersion;
  const copy = isOlder ? copyOlder(database, file, version, now) : null;
  migrateDatabase(database);
  // A read-only file fails here, not in the middle of a run.
  database.transaction(() => {}).immediate();
  if (copy === null) return [];
  const unchecked =
    version < 6 ? ' Earlier results have no checksum: damage in them may go unnoticed.' : '';
  return [
    `The database was brought to version ${schemaVersion}; the previous state is kept as ${copy}.${unchecked}`,
  ];
}

function copyOlder(database: Database, file: string, version: number, now: Date): string {
  const target = unusedName(`${file}.version-${version}-${stamp(now)}`);
  copyDatabase(database, target);
  return target;
}

/**
 * Copies the current state of an open database to another file.
 * @throws WirebenchError STORE_WRITE_FAILED when it cannot be written; no partial copy is left.
 */
export function copyDatabase(database: Database, target: string): void {
  makeEmptyFile(target);
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    rmSync(target, { force: true });
    if (isDamage(error)) throw error;
    throw copyFailed(target, error);
  }
}

/**
 * Creates an empty file with its owner's rights only, into which SQLite writes.
 * @throws WirebenchError STORE_WRITE_FAILED, also when the file exists.
 */
export function makeEmptyFile(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (error) {
    throw copyFailed(target, error);
  }
}

function copyFailed(target: string, cause: unknown): WirebenchError {
  return new WirebenchError(
    'STORE_WRITE_FAILED',
    `The copy ${target} cannot be written: ${messageOf(cause)}`,
    { cause, hint: 'Nothing was changed. Free some space on its disk, or choose another place.' },
  );
}
