import { sortedMedian } from './moments.ts';

/**
 * Length of whiskers. `tukey`: 1.5 times the distance between the hinges, from the hinges (Tukey
 * 1977; the default of R's boxplot). `median`: 2.5 times the distance between the median and the hinge of
 * that side, from the median (as vu-2020 states its rule).
 */
export type BoxRule = 'tukey' | 'median';

export interface BoxPlot {
  readonly median: number;
  /** Tukey's hinges: the medians of the lower and upper half, the median in both where it is a value. */
  readonly lower: number;
  readonly upper: number;
  /** The outermost values that are not outliers. */
  readonly low: number;
  readonly high: number;
  /** Values beyond the whiskers, ascending; they count in every statistic. */
  readonly outliers: readonly number[];
}

const tukeyReach = 1.5;
const medianReach = 2.5;

/** The five numbers of a box plot and its outliers. @returns null without values. */
export function boxPlot(values: readonly number[], rule: BoxRule): BoxPlot | null {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = Math.ceil(sorted.length / 2);
  const median = sortedMedian(sorted);
  const lower = sortedMedian(sorted.slice(0, half));
  const upper = sortedMedian(sorted.slice(sorted.length - half));
  const [from, to] = fences(median, lower, upper, rule);
  const inside = sorted.filter((value) => value >= from && value <= to);
  return {
    median,
    lower,
    upper,
    // A hinge between two values may lie outside all values that are within the fences.
    low: inside[0] ?? lower,
    high: inside.at(-1) ?? upper,
    outliers: sorted.filter((value) => value < from || value > to),
  };
}

function fences(median: number, lower: number, upper: number, rule: BoxRule): [number, number] {
  if (rule === 'tukey') {
    const reach = tukeyReach * (upper - lower);
    return [lower - reach, upper + reach];
  }
  return [median - medianReach * (median - lower), median + medianReach * (upper - median)];
}
