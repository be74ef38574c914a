import type { Database } from 'better-sqlite3';

/** Time that a statement waits for a lock of another process, in milliseconds. */
export const busyTimeoutMs = 5000;
/** For writes that are retried anyway, since a long wait would block the engine. */
const shortBusyTimeoutMs = 50;

/** Runs `work` with a short timeout for locks of other processes. */
export function impatiently<T>(database: Database, work: () => T): T {
  database.pragma(`busy_timeout = ${shortBusyTimeoutMs}`);
  try {
    return work();
  } finally {
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}
