import { parseThreshold, type Threshold } from '../../contracts/experiment/threshold.ts';
import { nothingMeasured } from '../../engine/run/stint-window.ts';
import type { StintFacts, TrialConditions } from '../../engine/run/trial-result.ts';
import { makeCell, makePlanned } from './records.ts';

/** What one worker did in a window of two seconds. */
export const stintFacts = (change: Partial<StintFacts> = {}): StintFacts => ({
  ...{ workers: 1, windowSeconds: 2, issued: 10, abandoned: 0, dropped: 0 },
  ...{ ...nothingMeasured, plan: null, encoded: null, parts: [] },
  ...change,
});

/** What is known of a completed trial beside its intervals. */
export const trialConditions = (change: Partial<TrialConditions> = {}): TrialConditions => ({
  ...{ id: 'trial', status: 'completed', failure: null, thresholds: [], thinkTimeMs: null },
  planned: makePlanned({ cell: makeCell({ users: 5 }) }),
  ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:03.000Z' },
  ...{ stints: [], serverCounted: null, ceilingPerWorker: null, notes: [], energy: null },
  ...{ remote: false, counts: 'requests' },
  ...change,
});

/** A threshold as a file writes it. */
export function thresholdOf(text: string): Threshold {
  const rule = parseThreshold(text);
  if (typeof rule === 'string') throw new Error(rule);
  return rule;
}
