import type { Database } from 'better-sqlite3';
import { trialNotFound } from './stored.ts';

/** Saturation points set by the user in place of the computed ones. */
export function saturationStatements(database: Database, now: () => Date) {
  const set = database.prepare<[number, string, string]>(`
    INSERT INTO saturation_overrides (trial_key, level, set_at)
    SELECT key, ?, ? FROM trials WHERE id = ?
    ON CONFLICT (trial_key) DO UPDATE SET level = excluded.level, set_at = excluded.set_at`);
  const clear = database.prepare<[string]>(
    'DELETE FROM saturation_overrides WHERE trial_key = (SELECT key FROM trials WHERE id = ?)',
  );
  const known = database.prepare<[string], number>('SELECT key FROM trials WHERE id = ?').pluck();
  const ofRun = database.prepare<[string], { id: string; level: number }>(`
    SELECT trials.id, level FROM saturation_overrides
    JOIN trials ON trials.key = trial_key JOIN runs ON runs.key = run_key
    WHERE runs.id = ? ORDER BY position`);
  return {
    setSaturation: (trialId: string, level: number | null): void => {
      if (known.get(trialId) === undefined) throw trialNotFound(trialId);
      if (level === null) clear.run(trialId);
      else set.run(level, now().toISOString(), trialId);
    },
    saturationOverrides: (runId: string): ReadonlyMap<string, number> =>
      new Map(ofRun.all(runId).map(({ id, level }) => [id, level])),
  };
}
