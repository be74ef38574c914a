import { closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { keepPrivate, makeFolders } from '../platform/private-files.ts';
import { isBusy, isDamage, sqliteCode, toStoreError } from './errors.ts';
import { applicationId, migrateDatabase, readVersion, schemaVersion } from './migrations.ts';
import { busyTimeoutMs } from './patience.ts';
import { type AsideReason, asideNotice, setAside } from './set-aside.ts';

/** Checking reads the whole file; beyond this size it would delay the start too long. */
const maxCheckedBytes = 1024 ** 3;

/** Pause before opening is tried again while others lock the file. */
const openPauseMs = 50;

export interface OpenedDatabase {
  readonly database: Database;
  /** Sentences about what was set aside. */
  readonly notices: string[];
}

/**
 * Opens the database file, making or migrating it as needed. A damaged or newer one is set
 * aside first.
 * @throws WirebenchError STORE_WRITE_FAILED when it cannot be written.
 */
export function openStoreDatabase(file: string, now: () => Date): OpenedDatabase {
  const notices: string[] = [];
  makeFolder(file);
  while (notices.length < 3) {
    const before = fileNumber(file);
    const opened = tryOpenPatiently(file);
    if (typeof opened !== 'string') {
      return { database: opened, notices: [...notices, ...closeToOthers(file)] };
    }
    // Another process may have set it aside meanwhile: then the fresh one is just opened.
    if (before === fileNumber(file)) {
      notices.push(asideNotice(file, setAside(file, opened, now()), opened));
    }
  }
  throw new WirebenchError('STORE_CORRUPT', `${file} is damaged each time it is recreated`, {
    hint: 'Check its disk.',
  });
}

/** SQLite does not wait by itself when two processes make or recover a database at once. */
function tryOpenPatiently(file: string): Database | AsideReason {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return tryOpen(file);
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

/** Its log, copies and what was set aside hold the same figures. @returns sentences about what others can still read. */
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

/** @returns the database ready for use, or why it has to be set aside. */
function tryOpen(file: string): Database | AsideReason {
  try {
    return inspect(file) ?? openForUse(file);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

/**
 * Looks for a reason to set the database aside through a connection that cannot write: closing
 * a writing one would fold the write-ahead log into a damaged or newer file.
 */
function inspect(file: string): AsideReason | null {
  if (!existsSync(file)) return null;
  const database = new BetterSqlite(file, { readonly: true, timeout: busyTimeoutMs });
  try {
    return findFault(database, file);
  } catch (error) {
    // Some states cannot be read without repair; opening for use then says what is wrong.
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
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (tables !== 0 && id !== applicationId) {
    throw new WirebenchError('STORE_WRITE_FAILED', `${file} belongs to another program`, {
      hint: 'Name another file.',
    });
  }
  if (version > schemaVersion) return 'newer';
  return isSound(database, file) ? null : 'damaged';
}

function isSound(database: Database, file: string): boolean {
  if (statSync(file).size > maxCheckedBytes) return true;
  return database.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** SQLite gives its companions the rights of the database. */
function makeForOwner(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // SQLite says why it cannot be made.
  }
}

function openForUse(file: string): Database {
  makeForOwner(file);
  const database = new BetterSqlite(file, { timeout: busyTimeoutMs });
  try {
    prepareForUse(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareForUse(database: Database): void {
  database.pragma('journal_mode = WAL');
  // One commit a second can afford to be safe against a power cut as well.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  migrateDatabase(database);
  // Fails here, and not in the middle of a run, when the file is read-only.
  database.transaction(() => {}).immediate();
}
