import type { Database } from 'better-sqlite3';

/** How long a statement waits for a lock of another process, in milliseconds. */
export const busyTimeoutMs = 5000;
/** For what is tried again later anyway: waiting long would only hold up the engine. */
const shortBusyTimeoutMs = 50;

/** Runs `work` without much waiting for locks of other processes. */
export function impatiently<T>(database: Database, work: () => T): T {
  database.pragma(`busy_timeout = ${shortBusyTimeoutMs}`);
  try {
    return work();
  } finally {
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}
