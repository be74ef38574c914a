import type { TrialResult } from '../../contracts/measurement.ts';
import { type PublishedPlace, publishedConfidence } from '../../contracts/published.ts';
import type { QuotientForm } from '../../contracts/study-description.ts';
import { centralFigure } from '../../metrics/central.ts';
import { welchRatio } from '../stats/welch.ts';
import type { OurFigures } from './figures.ts';
import type { OurRatio } from './judgement.ts';
import type { Matching } from './matching.ts';

/** Our values at a place, one for each repetition, and whether they are borrowed from another cell. */
export function valuesAt(
  at: PublishedPlace,
  metric: string,
  matching: Matching,
  figures: OurFigures,
): OurValues {
  const place = matching.ourPlace(at);
  const values = figures.at(place, metric);
  const lender = values.length === 0 ? matching.lender(at) : null;
  if (!lender) return { values, trials: figures.trialsAt(place, metric), borrowed: false };
  const from = matching.ourPlace(lender);
  const lent = figures.at(from, metric);
  return { values: lent, trials: figures.trialsAt(from, metric), borrowed: lent.length > 0 };
}

interface OurValues {
  readonly values: readonly number[];
  /** The trials that the values come from. */
  readonly trials: readonly TrialResult[];
  readonly borrowed: boolean;
}

/** other ÷ baseline of geometric means over the repetitions; null where a side has none, or a zero. */
export function ourRatio(other: readonly number[], baseline: readonly number[]): OurRatio | null {
  const [over, under] = [centralFigure(other), centralFigure(baseline)];
  // 0 where a value is 0.
  if (!over || !under) return null;
  const welch = welchRatio(baseline, other, publishedConfidence);
  return { times: over / under, interval: welch ? { low: welch.low, high: welch.high } : null };
}

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
