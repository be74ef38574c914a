import {
  type CellComparison,
  type ComparedMetric,
  confidence,
  type MetricComparison,
  type Sample,
} from '../../../contracts/compare.ts';
import { centralFigure } from '../../../figures/central.ts';
import { ratioOf } from '../../../figures/ratios.ts';
import { holm } from '../../stats/holm.ts';
import { type WelchComparison, welchRatio } from '../../stats/welch.ts';
import {
  differentWords,
  noIntervalWords,
  notComparableWords,
  tentativeWords,
  undetectedWords,
} from './words.ts';

/** Chance of a false alarm, among all comparisons of one metric. */
const level = 1 - confidence;

/** One metric of two cells before the correction, which needs all of this metric. */
export interface MetricPair {
  readonly metric: ComparedMetric;
  readonly counts: CellComparison['counts'];
  /** A figure for each trial. */
  readonly baseline: readonly number[];
  readonly other: readonly number[];
}

/**
 * Compares figures trial by trial, in the order of `pairs`, and corrects those of one metric together:
 * what is found of a pair does not depend on which other metrics are asked for.
 */
export function compareTogether(pairs: readonly MetricPair[]): {
  readonly comparisons: MetricComparison[];
  /** How many pairs could be tested, over all metrics. */
  readonly tests: number;
} {
  const found = pairs.map((pair) => (isAlike(pair) ? tested(pair) : null));
  const all = found.filter((one) => one !== null);
  const corrected = new Map(
    [...Map.groupBy(all, ({ metric }) => metric).values()].flatMap(correctedTogether),
  );
  const comparisons = pairs.map((pair, index) => {
    if (!isAlike(pair)) return notComparable(pair);
    const correction = corrected.get(found[index] ?? null);
    return correction ? told(pair, correction) : noInterval(pair);
  });
  return { comparisons, tests: all.length };
}

interface Tested {
  readonly metric: ComparedMetric;
  readonly welch: WelchComparison;
}

function tested({ metric, baseline, other }: MetricPair): Tested | null {
  const welch = welchRatio(baseline, other, confidence);
  return welch && { metric, welch };
}

interface Correction {
  readonly welch: WelchComparison;
  readonly adjustedP: number;
  /** How many tests the correction covers. */
  readonly tests: number;
}

function correctedTogether(family: readonly Tested[]): [Tested | null, Correction][] {
  const adjusted = holm(family.map(({ welch }) => welch.p));
  return family.map((one, index) => {
    const adjustedP = Math.max(one.welch.p, adjusted[index] ?? 1);
    return [one, { welch: one.welch, adjustedP, tests: family.length }];
  });
}

/** Requests are not to be held against iterations. */
function isAlike({ counts }: MetricPair): boolean {
  return counts.baseline === counts.other;
}

function told(
  { metric, counts, baseline, other }: MetricPair,
  { welch, adjustedP, tests }: Correction,
): MetricComparison {
  const interval = { low: welch.low, high: welch.high };
  const words = { metric, counts: counts.other, times: welch.ratio, interval, confidence };
  const common = {
    metric,
    baseline: sampleOf(baseline),
    other: sampleOf(other),
    ratio: ratioOf(welch.ratio, 1),
    interval,
    degrees: welch.degrees,
    p: welch.p,
    adjustedP,
    effect: welch.effect,
  };
  if (welch.low <= 1 && welch.high >= 1) {
    return { ...common, finding: 'undetected', words: undetectedWords(interval) };
  }
  return adjustedP < level
    ? { ...common, finding: 'different', words: differentWords(words) }
    : { ...common, finding: 'tentative', words: tentativeWords(words, adjustedP, tests) };
}

function noInterval({ metric, counts, baseline, other }: MetricPair): MetricComparison {
  const hasZero = [...baseline, ...other].some((value) => !(value > 0));
  const found = hasZero ? null : ratioOf(centralFigure(other), centralFigure(baseline));
  return {
    ...withoutInterval({ metric, counts, baseline, other }),
    ratio: found,
    finding: 'untold',
    words: noIntervalWords({ metric, counts: counts.other }, baseline, other, found?.times ?? null),
  };
}

function notComparable(pair: MetricPair): MetricComparison {
  const words = notComparableWords(pair.counts);
  return { ...withoutInterval(pair), ratio: null, finding: 'unlike', words };
}

function withoutInterval({ metric, baseline, other }: MetricPair) {
  return {
    metric,
    baseline: sampleOf(baseline),
    other: sampleOf(other),
    interval: null,
    degrees: null,
    p: null,
    adjustedP: null,
    effect: null,
  };
}

function sampleOf(values: readonly number[]): Sample {
  if (values.length === 0) return { trials: 0, mean: null, low: null, high: null };
  return {
    trials: values.length,
    mean: centralFigure(values),
    low: Math.min(...values),
    high: Math.max(...values),
  };
}
