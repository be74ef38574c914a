import BetterSqlite from 'better-sqlite3';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Clock } from '../../../engine/platform/clock.ts';
import { migrateDatabase } from '../../../engine/store/migrations.ts';
import { addRowChecks } from '../../../engine/store/row-checks.ts';
import { type Store, storeOver } from '../../../engine/store/store.ts';

/** When a store cannot be written, on the clock: [start, end). */
export interface Outage {
  readonly from: number;
  readonly until: number;
  /** Half of each such period it can be written nevertheless; null if it never can. */
  readonly everyMs: number | null;
}

/** A real store without the delays of a disk. */
export function memoryStore(): Store {
  const database = new BetterSqlite(':memory:');
  migrateDatabase(database);
  addRowChecks(database);
  return storeOver(database, { file: 'memory', notices: [], now: () => new Date() });
}

const writes = ['startTrial', 'appendInterval', 'finishTrial', 'setWarnings', 'finishRun'] as const;

function isOut({ from, until, everyMs }: Outage, now: number): boolean {
  if (now < from || now >= until) return false;
  return everyMs === null || (now - from) % everyMs < everyMs / 2;
}

/** A store that cannot be written for a while. */
export function failingStore(store: Store, clock: Clock, outage: Outage | null) {
  let failures = 0;
  /** For each trial, the number of intervals when its end was stored. */
  const before = new Map<string, number>();
  const refuse = () => {
    failures += 1;
    const cause = new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
    throw new WirebenchError('STORE_WRITE_FAILED', 'the database cannot be written', { cause });
  };
  const guarded = writes.map((name) => [
    name,
    (...args: unknown[]) => {
      const now = clock.now();
      if (outage && isOut(outage, now)) refuse();
      if (name === 'finishTrial') {
        const [trial] = args;
        before.set(String(trial), store.intervals(String(trial)).length);
      }
      return Reflect.apply(store[name], undefined, args);
    },
  ]);
  const failing: Store = { ...store, ...Object.fromEntries(guarded) };
  return { store: failing, before, failures: () => failures };
}
