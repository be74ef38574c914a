import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { LatencySummary } from '../../contracts/measurement.ts';

type Percentile = Extract<keyof LatencySummary, `p${string}`>;

/** Whether a metric is a percentile. */
export function isPercentile(metric: Threshold['metric']): metric is Percentile {
  return /^p\d/.test(metric);
}

/** Share of answers above a percentile: 0.01 for p99. */
export function shareBeyond(metric: Percentile): number {
  const digits = metric.slice(1);
  return 1 - Number(digits) / 10 ** digits.length;
}

/** Answers for a verdict on a metric: ten beyond a percentile, such as 1,000 for p99, and one for all others. */
export function neededAnswers(metric: Threshold['metric']): number {
  return isPercentile(metric) ? Math.round(10 / shareBeyond(metric)) : 1;
}
