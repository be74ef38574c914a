import type { Database } from 'better-sqlite3';
import { impatiently } from './busy-timeout.ts';
import { sqliteCode } from './errors.ts';
import { heartbeatMs } from './owner.ts';

/** Signs of life while this process has runs in progress. */
export interface Heartbeat {
  start(runId: string): void;
  stop(runId: string): void;
  stopAll(): void;
}

/**
 * Records every few seconds that the owner of its runs in progress is alive, for
 * systems where other processes cannot check.
 */
export function createHeartbeat(database: Database, now: () => Date): Heartbeat {
  const update = database.prepare<[string, string]>(
    'UPDATE runs SET heartbeat_at = ? WHERE id = ?',
  );
  const timers = new Map<string, NodeJS.Timeout>();
  const beat = (runId: string) => {
    try {
      impatiently(database, () => update.run(now().toISOString(), runId));
    } catch (error) {
      // A database that cannot be written is reported with the next interval; thrown from a
      // timer it would end the engine.
      if (sqliteCode(error) === null) throw error;
    }
  };
  const stop = (runId: string) => {
    clearInterval(timers.get(runId));
    timers.delete(runId);
  };
  return {
    start: (runId) => {
      timers.set(runId, setInterval(beat, heartbeatMs, runId).unref());
    },
    stop,
    stopAll: () => {
      for (const runId of [...timers.keys()]) stop(runId);
    },
  };
}
