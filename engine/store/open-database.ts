import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite, { type Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { isDamage, toStoreError } from './errors.ts';
import { applicationId, migrate, readVersion, schemaVersion } from './migrations.ts';
import { busyTimeoutMs } from './patience.ts';
import { type AsideReason, asideNotice, setAside } from './set-aside.ts';

/** Checking reads the whole file; beyond this size it would delay the start too long. */
const maxCheckedBytes = 256 * 1024 * 1024;

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
export function openDatabase(file: string, now: () => Date): OpenedDatabase {
  const notices: string[] = [];
  makeFolder(file);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = fileNumber(file);
    const opened = tryOpen(file);
    if (typeof opened !== 'string') return { database: opened, notices };
    // Another process may have set it aside meanwhile: then the fresh one is just opened.
    if (before === fileNumber(file)) {
      notices.push(asideNotice(file, setAside(file, opened, now()), opened));
    }
  }
  throw new WirebenchError('STORE_CORRUPT', `${file} is damaged again each time it is made anew`, {
    hint: 'See whether its disk is sound.',
  });
}

function makeFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new WirebenchError(
      'STORE_WRITE_FAILED',
      `${file} cannot be written: ${(error as Error).message}`,
      { cause: error, hint: 'Choose another folder with WIREBENCH_HOME.' },
    );
  }
}

/** Null when there is no such file. */
function fileNumber(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/** @returns the database ready for use, or why it has to be set aside. */
function tryOpen(file: string): Database | AsideReason {
  let database: Database | null = null;
  try {
    database = new BetterSqlite(file, { timeout: busyTimeoutMs });
    const fault = findFault(database, file);
    if (fault === null) {
      prepareForUse(database);
      return database;
    }
    database.close();
    return fault;
  } catch (error) {
    database?.close();
    if (isDamage(error)) return 'damaged';
    throw toStoreError(error, file);
  }
}

function findFault(database: Database, file: string): AsideReason | null {
  const version = readVersion(database);
  const id = Number(database.pragma('application_id', { simple: true }));
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (tables !== 0 && id !== applicationId) {
    throw new WirebenchError('STORE_WRITE_FAILED', `${file} is a database of another program`, {
      hint: 'Name another file.',
    });
  }
  if (version > schemaVersion) return 'newer';
  return isSound(database, file) ? null : 'damaged';
}

function isSound(database: Database, file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxCheckedBytes) return true;
  return database.pragma('quick_check(1)', { simple: true }) === 'ok';
}

function prepareForUse(database: Database): void {
  database.pragma('journal_mode = WAL');
  // One commit a second can afford to be safe against a power cut as well.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  migrate(database);
  // Fails here, and not in the middle of a run, when the file is read-only.
  database.transaction(() => {}).immediate();
}
