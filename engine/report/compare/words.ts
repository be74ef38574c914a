import {
  type CellComparison,
  type ComparedMetric,
  metricFacts,
} from '../../../contracts/compare.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import { formatShare, groupDigits } from '../../../metrics/format.ts';
import { intervalDecimals, plainRatio, pWords } from '../../../metrics/ratios.ts';
import type { EstimateInterval } from '../../stats/welch.ts';

interface ComparisonFacts {
  readonly metric: ComparedMetric;
  /** Unit of work of both sides. */
  readonly counts: Work;
  readonly times: number;
  readonly interval: EstimateInterval;
  readonly confidence: number;
}

const percent = (confidence: number) => `${Math.round(confidence * 100)} %`;

/** `about 1.8 times the throughput (95 % interval 1.6 to 2.0)` */
export function differentWords({
  metric,
  counts,
  times,
  interval,
  confidence,
}: ComparisonFacts): string {
  const decimals = intervalDecimals(interval);
  const [low, high] = [interval.low, interval.high].map((end) => groupDigits(end, decimals));
  const about = `about ${groupDigits(times, decimals)} times the ${metricFacts[counts][metric].noun}`;
  return `${about} (${percent(confidence)} interval ${low} to ${high})`;
}

/** The same, with the p after Holm's correction among a number of tests. */
export function tentativeWords(facts: ComparisonFacts, adjustedP: number, tests: number): string {
  return `${differentWords(facts)}, but among ${tests} comparisons chance alone may produce such a difference (p ${pWords(adjustedP)} after correction)`;
}

/** `no detectable difference: the interval 0.97 to 1.04 includes 1` */
export function undetectedWords(interval: EstimateInterval): string {
  return `no detectable difference: the interval ${rangeOf(interval)} includes 1`;
}

/** `no difference worth mentioning: the interval 0.99 to 1.02 lies within 5 %` */
export function alikeWords(interval: EstimateInterval, margin: number): string {
  return `no difference worth mentioning: the interval ${rangeOf(interval)} lies within ${formatShare(margin)}`;
}

function rangeOf(interval: EstimateInterval): string {
  const decimals = intervalDecimals(interval);
  return [interval.low, interval.high].map((end) => groupDigits(end, decimals)).join(' to ');
}

/** `no ratio: the baseline counts requests, the other iterations of a use case` */
export function notComparableWords({ baseline, other }: CellComparison['counts']): string {
  return `no ratio: the baseline counts ${workWords[baseline].inFull}, the other ${workWords[other].inFull}`;
}

/** Why there is no interval. @param baseline @param other values of the trials of each side. */
export function noIntervalWords(
  { metric, counts }: Pick<ComparisonFacts, 'metric' | 'counts'>,
  baseline: readonly number[],
  other: readonly number[],
  times: number | null,
): string {
  const { noun } = metricFacts[counts][metric];
  if (other.length === 0 && baseline.length === 0) return `neither has a value for ${noun}`;
  if (other.length === 0) return `no value for ${noun} to compare`;
  if (baseline.length === 0) return `the baseline has no value for ${noun}`;
  if (times === null) return `no ratio: a trial has a ${noun} of 0`;
  const ratio = `${plainRatio(times)} times the ${noun}`;
  const repeat = 'repeat the experiment to distinguish a difference from noise';
  if (baseline.length === 1 && other.length === 1) {
    return `${ratio}, from one trial each: no interval; ${repeat}`;
  }
  if (baseline.length === 1) {
    return `${ratio}, from one trial of the baseline: no interval; ${repeat}`;
  }
  if (other.length === 1) return `${ratio}, from one trial: no interval; ${repeat}`;
  if (isScattered(baseline) || isScattered(other)) {
    return `${ratio}: the trials scatter too much for an interval; ${repeat}`;
  }
  return `${ratio} in every trial: without scatter between trials there is no interval`;
}

function isScattered(values: readonly number[]): boolean {
  return Math.max(...values) / Math.min(...values) > 1 + 1e-9;
}
