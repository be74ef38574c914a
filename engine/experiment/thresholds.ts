import { appliesTo } from '../../contracts/experiment/applies-to.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { LatencySummary, ThresholdOutcome } from '../../contracts/measurement.ts';
import { neededAnswers } from './samples.ts';

/** The metrics of a trial that thresholds check. */
export interface ThresholdFigures {
  /** Share of failed requests in the window, 0–1. */
  readonly errorsShare: number;
  /** Share of open load's arrivals that were not sent, in the window, 0–1; 0 in closed load. */
  readonly droppedShare: number;
  /** Successful requests per second. */
  readonly throughputRps: number;
  /** Milliseconds; zeros when no request succeeded. */
  readonly latencyMs: LatencySummary;
  /** Requests that ended, successful or not. */
  readonly answers: number;
  /** Arrivals of open load, sent or not; null in closed load. */
  readonly arrivals: number | null;
}

/** Checks the rules that apply to `cell`; those whose `when` does not match it are skipped. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  cell: Cell,
  figures: ThresholdFigures,
): ThresholdOutcome[] {
  return thresholds
    .filter((threshold) => appliesTo(threshold, cell))
    .map((threshold) => outcomeOf(threshold, figures));
}

/** Whether metrics satisfy a rule, regardless of its `when`. */
export function outcomeOf(threshold: Threshold, figures: ThresholdFigures): ThresholdOutcome {
  const actual = actualOf(threshold, figures);
  const rule = threshold.text;
  const why = whyUnknown(threshold, figures);
  if (why !== null) return { rule, passed: false, actual, reason: why };
  const { answers } = figures;
  const needed = neededAnswers(threshold.metric);
  const few = answers < needed ? { few: { answers, needed } } : {};
  return { rule, passed: holds(threshold, actual), actual, ...few };
}

function actualOf({ metric }: Threshold, figures: ThresholdFigures): number {
  if (metric === 'errors') return figures.errorsShare;
  if (metric === 'dropped') return figures.droppedShare;
  if (metric === 'throughput') return figures.throughputRps;
  return figures.latencyMs[metric];
}

/** Why a metric is unknown: there was nothing to count, which must not pass as few or fast. */
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
