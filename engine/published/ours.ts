import type { TrialResult } from '../../contracts/measurement.ts';
import { type PublishedPlace, publishedConfidence } from '../../contracts/published.ts';
import type { QuotientForm } from '../../contracts/study-description.ts';
import { centralFigure } from '../../metrics/central.ts';
import { ComparisonFamily, type ValuePair } from '../stats/sequential.ts';
import { welchRatio } from '../stats/welch.ts';
import type { OurFigures, RepeatedValues } from './figures.ts';
import type { OurRatio } from './judgement.ts';
import type { Matching } from './matching.ts';
import type { OurRun } from './trial-metrics.ts';

/** Our values at a place, by repetition, and whether they are borrowed from another cell. */
export function valuesAt(
  at: PublishedPlace,
  metric: string,
  matching: Matching,
  figures: OurFigures,
): OurValues {
  const place = matching.ourPlace(at);
  const values = figures.at(place, metric);
  const lender = values.size === 0 ? matching.lender(at) : null;
  if (!lender) return { values, trials: figures.trialsAt(place, metric), borrowed: false };
  const from = matching.ourPlace(lender);
  const lent = figures.at(from, metric);
  return { values: lent, trials: figures.trialsAt(from, metric), borrowed: lent.size > 0 };
}

interface OurValues {
  readonly values: RepeatedValues;
  /** The trials that the values come from. */
  readonly trials: readonly TrialResult[];
  readonly borrowed: boolean;
}

/**
 * other ÷ baseline of geometric means over the repetitions, with a 95 % interval. In a run that went on until its
 * comparisons were decided, of the ratios within repetitions, with an interval that holds whenever it ended.
 * @returns null where a side has no value, or a zero.
 */
export function ourRatio(
  other: RepeatedValues,
  baseline: RepeatedValues,
  { untilDecided }: Pick<OurRun, 'untilDecided'>,
): OurRatio | null {
  const [over, under] = [[...other.values()], [...baseline.values()]];
  const [central, centralUnder] = [centralFigure(over), centralFigure(under)];
  // 0 where a value is 0.
  if (!central || !centralUnder) return null;
  const times = central / centralUnder;
  if (!untilDecided) {
    const welch = welchRatio(under, over, publishedConfidence);
    return { times, interval: welch ? { low: welch.low, high: welch.high } : null };
  }
  const pairs = [...baseline].flatMap(([repetition, value]): ValuePair[] => {
    const beside = other.get(repetition);
    return beside === undefined ? [] : [[value, beside]];
  });
  const compared = onePair.compare(pairs);
  return compared
    ? { times: compared.ratio, interval: { low: compared.low, high: compared.high } }
    : { times, interval: null };
}

/** Each published ratio has an interval of its own, as those of {@link welchRatio} have. */
const onePair = new ComparisonFamily(1);

/** A ratio in the form of the table. */
export const inForm: Readonly<Record<QuotientForm, (times: number) => number>> = {
  times: (times) => times,
  'percent-of': (times) => 100 * times,
  'percent-change': (times) => 100 * (times - 1),
};

/** Converts a published value of each form to a ratio. */
export const timesOf: Readonly<Record<QuotientForm, (value: number) => number>> = {
  times: (value) => value,
  'percent-of': (value) => value / 100,
  'percent-change': (value) => 1 + value / 100,
};
