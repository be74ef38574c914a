import BetterSqlite from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';

const damage = /^SQLITE_(CORRUPT|NOTADB)/;
const passing = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY)/;

/** SQLite's code of an error, such as `SQLITE_BUSY`; null for other errors. */
export function sqliteCode(error: unknown): string | null {
  return error instanceof BetterSqlite.SqliteError ? error.code : null;
}

/** True when the error says that the database file is damaged. */
export function isDamage(error: unknown): boolean {
  return damage.test(sqliteCode(error) ?? '');
}

/** True when a part that every database has is missing or changed, also at the first opening. */
export function isMisfit(error: unknown): boolean {
  const code = sqliteCode(error) ?? '';
  return (
    isDamage(error) || /^SQLITE_(ERROR|FORMAT|MISMATCH|NOMEM|TOOBIG|RANGE|CONSTRAINT)/.test(code)
  );
}

/** SQLite's messages for stored JSON that is no longer valid, and for tables that existed at the start. */
function isBrokenRecord(error: unknown): boolean {
  const isSql = sqliteCode(error) === 'SQLITE_ERROR';
  return isSql && /malformed JSON|no such (table|column)/.test((error as Error).message);
}

/** True when another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(sqliteCode(error) ?? '');
}

/** True when a write failed for a temporary reason: locked, disk full, switched to read-only, I/O error. */
export function mayPass(error: unknown): boolean {
  const cause = error instanceof WirebenchError ? error.cause : error;
  return passing.test(sqliteCode(cause) ?? '');
}

/** Converts an error of SQLite to a {@link WirebenchError}; other errors stay unchanged. */
export function toStoreError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === null) return error;
  const reason = `${reasonFor(code) ?? (error as Error).message} (${code})`;
  if (isDamage(error) || isBrokenRecord(error)) {
    return new WirebenchError('STORE_CORRUPT', `${file} is damaged: ${reason}`, {
      cause: error,
      hint: 'At the next start it is set aside if it cannot be used. “wirebench doctor” saves what can be saved.',
    });
  }
  return new WirebenchError('STORE_WRITE_FAILED', `${file} cannot be written: ${reason}`, {
    cause: error,
    hint: hintFor(code),
  });
}

/** Plain words for common errors; null for others. */
function reasonFor(code: string): string | null {
  if (code.startsWith('SQLITE_FULL')) return 'its disk is full';
  if (code.startsWith('SQLITE_READONLY')) return 'it is read-only';
  if (code.startsWith('SQLITE_BUSY')) return 'another program has locked it';
  if (code.startsWith('SQLITE_IOERR')) return 'its disk failed to read or write';
  return null;
}

function hintFor(code: string): string {
  if (code.startsWith('SQLITE_FULL')) {
    return 'Free some space on its disk. Everything stored before is kept.';
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return 'Allow writing to the file, its folder and its disk, or choose another folder with WIREBENCH_HOME. Everything stored before is kept.';
  }
  if (code.startsWith('SQLITE_BUSY')) return 'Close that program.';
  if (code.startsWith('SQLITE_IOERR')) {
    return 'Check whether its disk is full, was removed or is failing. Everything stored before is kept.';
  }
  return 'Check that its folder exists and is writable, or choose another with WIREBENCH_HOME.';
}

/** Runs `work`, and throws errors of SQLite as {@link WirebenchError}. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, file);
  }
}
