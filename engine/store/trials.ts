import type { Database } from 'better-sqlite3';
import { type PlannedTrial, plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import { type Interval, type TrialResult, trialResultSchema } from '../../contracts/measurement.ts';
import { decodeInterval, type StoredInterval } from './interval-codec.ts';
import { intact } from './row-checks.ts';
import { parseStored, refuseDamaged, runNotFound, trialNotFound } from './stored.ts';

/** Reading trials and their intervals. */
export function trialStatements(database: Database) {
  const runKey = database
    .prepare<[string], number>('SELECT key FROM runs WHERE id = ? AND removed_at IS NULL')
    .pluck();
  const results = database.prepare<[number], { id: string; result: string; isIntact: number }>(`
    SELECT id, result, ${intact('trial')} AS isIntact
    FROM trials WHERE run_key = ? AND result IS NOT NULL ORDER BY position`);
  const trial = database.prepare<[string], { key: number; runId: string; planned: string }>(`
    SELECT trials.key, runs.id AS runId, planned
    FROM trials JOIN runs ON runs.key = trials.run_key WHERE trials.id = ?`);
  const intervals = database.prepare<[number], StoredInterval>(
    `SELECT facts, latency, service, lag, ${intact('interval')} AS intact
     FROM intervals WHERE trial_key = ? ORDER BY position`,
  );

  const findTrial = (trialId: string) => {
    const row = trial.get(trialId);
    if (row === undefined) throw trialNotFound(trialId);
    return row;
  };
  return {
    trialResults: (runId: string): TrialResult[] => {
      const key = runKey.get(runId);
      if (key === undefined) throw runNotFound(runId);
      return results.all(key).map(({ id, result, isIntact }) => {
        refuseDamaged(isIntact, `trial ${id}`);
        return parseStored(trialResultSchema, result, `trial ${id}`);
      });
    },
    trial: (trialId: string): { runId: string; planned: PlannedTrial } => {
      const { runId, planned } = findTrial(trialId);
      return { runId, planned: parseStored(plannedTrialSchema, planned, `trial ${trialId}`) };
    },
    intervals: (trialId: string): Interval[] =>
      intervals.all(findTrial(trialId).key).map(decodeInterval),
  };
}
