import type { Cell } from '../../contracts/experiment/cell.ts';
import { levelFor } from '../../contracts/experiment/protocol-levels.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { LatencySummary, ThresholdOutcome } from '../../contracts/measurement.ts';

/** The figures of a trial that thresholds speak of. */
export interface ThresholdFigures {
  /** Failed requests among all of the window, 0–1. */
  readonly errorsShare: number;
  /** Arrivals of open load that were not sent, among all of the window, 0–1; 0 in closed load. */
  readonly droppedShare: number;
  /** Successful requests per second. */
  readonly throughputRps: number;
  /** Milliseconds; zeros when no request succeeded. */
  readonly latencyMs: LatencySummary;
  /** Requests that ended, well or not. */
  readonly answers: number;
  /** Arrivals of open load, sent or not; null in closed load. */
  readonly arrivals: number | null;
}

/** Checks the rules that apply to `cell`; those whose `when` does not match it are left out. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  cell: Cell,
  figures: ThresholdFigures,
): ThresholdOutcome[] {
  return thresholds
    .filter((threshold) => appliesTo(threshold, cell))
    .map((threshold) => outcomeOf(threshold, figures));
}

/** Whether figures keep a rule, whatever its `when`. */
export function outcomeOf(threshold: Threshold, figures: ThresholdFigures): ThresholdOutcome {
  const actual = actualOf(threshold, figures);
  const rule = threshold.text;
  const why = whyUnknown(threshold, figures);
  if (why !== null) return { rule, passed: false, actual, reason: why };
  return { rule, passed: holds(threshold, actual), actual };
}

/** Whether all conditions after `when` hold for the cell; of a level with a value for each protocol, the cell's own. */
export function appliesTo(threshold: Threshold, cell: Cell): boolean {
  return threshold.when.every(({ factor, level }) =>
    factor === 'users' || factor === 'rate'
      ? cell[factor] === Number(level)
      : levelFor(cell[factor], cell.protocol) === level,
  );
}

function actualOf({ metric }: Threshold, figures: ThresholdFigures): number {
  if (metric === 'errors') return figures.errorsShare;
  if (metric === 'dropped') return figures.droppedShare;
  if (metric === 'throughput') return figures.throughputRps;
  return figures.latencyMs[metric];
}

/** Why nothing is known of a metric: there was nothing to count, which must not pass for few or fast. */
function whyUnknown(
  { metric }: Threshold,
  { answers, arrivals, throughputRps }: ThresholdFigures,
): string | null {
  if (metric === 'dropped' && arrivals !== null) {
    return arrivals > 0 ? null : 'there was no arrival';
  }
  if (answers === 0) return 'no request was completed';
  const isLatency = !['errors', 'dropped', 'throughput'].includes(metric);
  return isLatency && throughputRps === 0 ? 'no request succeeded' : null;
}

function holds({ operator, limit }: Threshold, actual: number): boolean {
  switch (operator) {
    case '<':
      return actual < limit;
    case '<=':
      return actual <= limit;
    case '>':
      return actual > limit;
    case '>=':
      return actual >= limit;
  }
}
