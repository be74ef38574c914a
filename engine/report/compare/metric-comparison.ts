import {
  type CellComparison,
  type ComparedMetric,
  confidence,
  type MetricComparison,
  type Sample,
} from '../../../contracts/compare.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { ratioOf } from '../../../metrics/ratios.ts';
import { holm } from '../../stats/holm.ts';
import {
  ComparisonFamily,
  judged,
  type SequentialComparison,
  type ValuePair,
} from '../../stats/sequential.ts';
import { type WelchComparison, welchP, welchRatio } from '../../stats/welch.ts';
import {
  alikeWords,
  differentWords,
  noIntervalWords,
  notComparableWords,
  tentativeWords,
  undetectedWords,
} from './words.ts';

/** Probability of a false alarm among all comparisons of one metric. */
const level = 1 - confidence;

/** One metric of two cells before the correction, which needs all of this metric. */
export interface MetricPair {
  readonly metric: ComparedMetric;
  readonly counts: CellComparison['counts'];
  /** A value for each trial. */
  readonly baseline: readonly number[];
  readonly other: readonly number[];
  /** Where repetitions ended when comparisons were decided: the values of both sides in the same repetition. */
  readonly sequential?: { readonly pairs: readonly ValuePair[]; readonly margin: number };
}

/**
 * Compares the trials of each pair, in the order of `pairs`, and corrects all results of a metric together:
 * the finding of a pair does not depend on which other metrics are requested.
 * @param unseen pairs that are not shown but that the correction covers as well, so that findings
 * do not depend on which pairs are shown either.
 */
export function compareTogether(
  pairs: readonly MetricPair[],
  unseen: Iterable<MetricPair> = [],
): {
  readonly comparisons: MetricComparison[];
  /** Number of pairs that the corrections cover, shown or not, over all metrics. */
  readonly tests: number;
} {
  const beside = testedUnseen(unseen);
  const families = new Map(
    [...Map.groupBy(pairs.filter(isAlike), ({ metric }) => metric)].map(([metric, own]) => [
      metric,
      new ComparisonFamily(own.length + (beside.get(metric)?.length ?? 0)),
    ]),
  );
  const found = pairs.map((pair) => {
    const family = families.get(pair.metric);
    return family && isAlike(pair) ? tested(pair, family) : null;
  });
  const all = found.filter((one) => one !== null);
  const byMetric = [...Map.groupBy(all, ({ metric }) => metric)].map(
    ([metric, own]) => [own, beside.get(metric) ?? []] as const,
  );
  const corrected = new Map(byMetric.flatMap(correctedTogether));
  const comparisons = pairs.map((pair, index) => {
    if (!isAlike(pair)) return notComparable(pair);
    const correction = corrected.get(found[index] ?? null);
    return correction ? comparedPair(pair, correction) : noInterval(pair);
  });
  const tests = byMetric.reduce((sum, [own, others]) => sum + own.length + others.length, 0);
  return { comparisons, tests };
}

/** Maps values one after the other, so that not all results are in memory together. */
export function* oneByOne<From, Made>(
  many: Iterable<From>,
  make: (one: From) => Iterable<Made>,
): Generator<Made> {
  for (const one of many) yield* make(one);
}

/** A pair with its ratio, before the correction; a sequential one has its correction already. */
interface Tested {
  readonly metric: ComparedMetric;
  readonly found: WelchComparison | SequentialComparison;
}

function tested(
  { metric, baseline, other, sequential }: MetricPair,
  family: ComparisonFamily,
): Tested | null {
  const found = sequential
    ? family.compare(sequential.pairs)
    : welchRatio(baseline, other, confidence);
  return found && { metric, found };
}

/** The p of the testable pairs that are not shown, by metric, as needed by the correction. */
function testedUnseen(pairs: Iterable<MetricPair>): ReadonlyMap<ComparedMetric, number[]> {
  const found = new Map<ComparedMetric, number[]>();
  for (const { metric, baseline, other, sequential } of pairs) {
    // A sequential correction only needs their number.
    const p = sequential ? 1 : welchP(baseline, other, confidence);
    if (p === null) continue;
    const own = found.get(metric) ?? [];
    own.push(p);
    found.set(metric, own);
  }
  return found;
}

interface Correction {
  readonly found: WelchComparison | SequentialComparison;
  readonly adjustedP: number;
  /** Number of tests that the correction covers. */
  readonly tests: number;
}

function correctedTogether([family, unseen]: readonly [readonly Tested[], readonly number[]]): [
  Tested | null,
  Correction,
][] {
  const all = [...family.map(({ found }) => found.p), ...unseen];
  const adjusted = holm(all);
  return family.map((one, index) => {
    const { found } = one;
    const adjustedP =
      'adjustedP' in found ? found.adjustedP : Math.max(found.p, adjusted[index] ?? 1);
    return [one, { found, adjustedP, tests: all.length }];
  });
}

/** Requests cannot be compared with iterations. */
function isAlike({ counts }: MetricPair): boolean {
  return counts.baseline === counts.other;
}

function comparedPair(
  { metric, counts, baseline, other, sequential }: MetricPair,
  { found, adjustedP, tests }: Correction,
): MetricComparison {
  const interval = { low: found.low, high: found.high };
  const words = { metric, counts: counts.other, times: found.ratio, interval, confidence };
  const common = {
    metric,
    baseline: sampleOf(baseline),
    other: sampleOf(other),
    ratio: ratioOf(found.ratio, 1),
    interval,
    degrees: found.degrees,
    p: found.p,
    adjustedP,
    tests,
    effect: found.effect,
  };
  if (sequential && judged(interval, sequential.margin) === 'alike') {
    return { ...common, finding: 'alike', words: alikeWords(interval, sequential.margin) };
  }
  if (found.low <= 1 && found.high >= 1) {
    return { ...common, finding: 'undetected', words: undetectedWords(interval) };
  }
  return adjustedP < level || sequential
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
    tests: null,
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
