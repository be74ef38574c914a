import { mean, variance } from './moments.ts';
import { studentBeyond, studentQuantile } from './student.ts';
import type { EstimateInterval } from './welch.ts';

/** Numbers of repetitions after which comparisons are judged; later ones are about 1.4 times the one before. */
const firstLooks = [3, 4, 5, 7, 10, 14, 20, 30] as const;
const growth = 1.4;

/** Probability of a false alarm over all looks together. */
const sequentialLevel = 0.05;
/**
 * Level of each look, shared by all comparisons of a family. The looks up to 30 repetitions add up to 2.6 %
 * with normal noise, and to 5 % at most with bursts, drift and autocorrelation (docs/measuring.md).
 */
const lookLevel = 0.005;
/** No trial is known more precisely than this: the smallest assumed scatter of a logarithm of a ratio. */
const minScatter = 0.001;
/** Ratios whose logarithm is beyond this count as infinite or 0, since numbers end at e^709. */
const farthest = 690;

/** Values of both sides in the same repetition, the baseline first. */
export type ValuePair = readonly [baseline: number, other: number];

/** A comparison by repetitions, valid at any look. */
export interface SequentialComparison extends EstimateInterval {
  /** Geometric mean of the ratios within repetitions. */
  readonly ratio: number;
  readonly degrees: number;
  /** Two-sided, of this look alone. */
  readonly p: number;
  /** Corrected for the looks and the comparisons. */
  readonly adjustedP: number;
  /** Difference of the logarithms in standard deviations of their differences. */
  readonly effect: number;
}

export type Judgement = 'decided' | 'alike' | 'open';

/** Whether comparisons are judged after so many repetitions. */
export function isLook(repetitions: number): boolean {
  return nextLook(repetitions - 1) === repetitions;
}

/** The first look after so many repetitions. */
export function nextLook(repetitions: number): number {
  const known = firstLooks.find((look) => look > repetitions);
  if (known !== undefined) return known;
  let look: number = firstLooks[firstLooks.length - 1] ?? 0;
  while (look <= repetitions) look = Math.round(look * growth);
  return look;
}

/**
 * Comparisons that share a level (Bonferroni): ratios of two cells that were measured once in each repetition, with
 * intervals that hold at every look together (repeated confidence intervals: C. Jennison, B. W. Turnbull, *Interim
 * Analyses: The Repeated Confidence Interval Approach*, JRSS B 51, 1989; constant levels: S. J. Pocock, Biometrika 64,
 * 1977). Ratios within a repetition cancel what slows the machine for all.
 */
export class ComparisonFamily {
  readonly #size: number;
  /** By degrees of freedom. */
  readonly #critical = new Map<number, number>();

  /** @param size number of comparisons, at least 1. */
  constructor(size: number) {
    this.#size = size;
  }

  /** @returns null with fewer than three pairs, a value without a logarithm, or an interval beyond the range of numbers. */
  compare(pairs: readonly ValuePair[]): SequentialComparison | null {
    const found = scattered(pairs);
    if (found === null) return null;
    const { middle, error, degrees, scatter } = found;
    const reach = error * this.#criticalAt(degrees);
    if (!(Math.abs(middle) + reach < farthest)) return null;
    const p = studentBeyond(middle / error, degrees);
    return {
      ratio: Math.exp(middle),
      low: Math.exp(middle - reach),
      high: Math.exp(middle + reach),
      degrees,
      p,
      adjustedP: Math.min(1, (p * this.#size * sequentialLevel) / lookLevel),
      effect: middle / scatter,
    };
  }

  /**
   * The look at which a comparison is likely to be judged, if its ratios go on as they are.
   * @returns null where that is beyond `atMost` repetitions.
   */
  expectedLook(pairs: readonly ValuePair[], margin: number, atMost: number): number | null {
    const found = scattered(pairs);
    if (found === null) return pairs.length < firstLooks[0] ? firstLooks[0] : null;
    const { middle, scatter } = found;
    const room = Math.max(Math.abs(middle), Math.log1p(margin) - Math.abs(middle));
    for (let look = nextLook(pairs.length); look <= atMost; look = nextLook(look)) {
      if ((scatter / Math.sqrt(look)) * this.#criticalAt(look - 1) < room) return look;
    }
    return null;
  }

  #criticalAt(degrees: number): number {
    const known = this.#critical.get(degrees);
    if (known !== undefined) return known;
    const found = studentQuantile(1 - lookLevel / (2 * this.#size), degrees);
    this.#critical.set(degrees, found);
    return found;
  }
}

function scattered(pairs: readonly ValuePair[]) {
  if (pairs.length < firstLooks[0]) return null;
  const logarithms = pairs.map(([baseline, other]) => Math.log(other) - Math.log(baseline));
  if (!logarithms.every(Number.isFinite)) return null;
  const scatter = Math.max(Math.sqrt(variance(logarithms)), minScatter);
  return {
    middle: mean(logarithms),
    scatter,
    error: scatter / Math.sqrt(pairs.length),
    degrees: pairs.length - 1,
  };
}

/**
 * `alike` where the interval lies within the margin, which is an equivalence and not a large p; otherwise `decided`
 * where it excludes 1.
 * @param margin of a ratio that is not worth mentioning, such as 0.05 for 1/1.05 to 1.05.
 */
export function judged(interval: EstimateInterval | null, margin: number): Judgement {
  if (interval === null) return 'open';
  if (interval.low >= 1 / (1 + margin) && interval.high <= 1 + margin) return 'alike';
  return interval.low > 1 || interval.high < 1 ? 'decided' : 'open';
}
