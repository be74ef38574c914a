import { normalAbove, normalQuantile } from './distributions.ts';
import { mean } from './moments.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './random.ts';
import type { EstimateInterval } from './welch.ts';

export interface MeanBootstrapOptions {
  readonly resamples?: number;
  readonly seed?: number;
  /** Confidence of the intervals, 0–1. */
  readonly confidence?: number;
  /** Bars of the histogram. */
  readonly bars?: number;
}

/** Number of resampled differences between two ends; the last bar includes its upper end. */
interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Bootstrap distribution of a difference of means. */
export interface MeanBootstrap {
  /** Mean of the first sample − mean of the second. */
  readonly difference: number;
  /** Between the quantiles of the resampled differences. */
  readonly percentile: EstimateInterval;
  /** Bias-corrected and accelerated; null without scatter, or when all resamples lie on one side. */
  readonly bca: EstimateInterval | null;
  /** Standard deviation of the resampled differences. */
  readonly error: number;
  /** Share of resampled differences below 0, and of those at or above it. */
  readonly below: number;
  readonly atOrAbove: number;
  readonly resamples: number;
  readonly bars: readonly Bar[];
}

/**
 * Paired: repetition i of one sample belongs to repetition i of the other, and pairs are resampled (B. Efron,
 * R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, ch. 13 and 14).
 * @returns null with fewer than two pairs, or samples of different length.
 */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  options: MeanBootstrapOptions = {},
): MeanBootstrap | null {
  if (a.length !== b.length || a.length < 2) return null;
  const differences = a.map((value, index) => value - (b[index] ?? 0));
  const random = seededRandom(options.seed ?? 1);
  return describe(
    mean(differences),
    () => drawnMean(differences, random),
    jackknife(differences),
    options,
  );
}

/**
 * Unpaired: each sample is resampled separately.
 * @returns null with fewer than two values a sample.
 */
export function unpairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  options: MeanBootstrapOptions = {},
): MeanBootstrap | null {
  if (a.length < 2 || b.length < 2) return null;
  const random = seededRandom(options.seed ?? 1);
  const draw = () => drawnMean(a, random) - drawnMean(b, random);
  const influences = [...jackknife(a), ...jackknife(b).map((value) => -value)];
  return describe(mean(a) - mean(b), draw, influences, options);
}

function drawnMean(values: readonly number[], random: () => number): number {
  let sum = 0;
  for (let draw = 0; draw < values.length; draw++) {
    sum += values[Math.floor(random() * values.length)] ?? 0;
  }
  return sum / values.length;
}

/** Influence of each value on the mean. */
function jackknife(values: readonly number[]): number[] {
  const middle = mean(values);
  const size = values.length;
  return values.map((value) => (value - middle) / size);
}

function describe(
  difference: number,
  draw: () => number,
  influences: readonly number[],
  { resamples = 10_000, confidence = 0.95, bars = 40 }: MeanBootstrapOptions,
): MeanBootstrap {
  const drawn = Float64Array.from({ length: resamples }, draw).sort();
  const below = drawn.reduce((count, one) => count + (one < 0 ? 1 : 0), 0) / resamples;
  const tail = (1 - confidence) / 2;
  const middle = drawn.reduce((sum, one) => sum + one, 0) / resamples;
  const squares = drawn.reduce((sum, one) => sum + (one - middle) ** 2, 0);
  return {
    difference,
    percentile: { low: quantile(drawn, tail), high: quantile(drawn, 1 - tail) },
    bca: accelerated(drawn, difference, influences, tail),
    error: Math.sqrt(squares / Math.max(1, resamples - 1)),
    below,
    atOrAbove: 1 - below,
    resamples,
    bars: barsOf(drawn, bars),
  };
}

/** Bias-corrected and accelerated: B. Efron, *Better bootstrap confidence intervals*, JASA 82, 1987. */
function accelerated(
  drawn: Float64Array,
  difference: number,
  influences: readonly number[],
  tail: number,
): EstimateInterval | null {
  const under = drawn.reduce(
    (sum, one) => sum + (one < difference ? 1 : one === difference ? 0.5 : 0),
    0,
  );
  const bias = normalQuantile(under / drawn.length);
  const squares = influences.reduce((sum, one) => sum + one ** 2, 0);
  if (!Number.isFinite(bias) || !(squares > 0)) return null;
  const cubes = influences.reduce((sum, one) => sum + one ** 3, 0);
  const acceleration = cubes / (6 * squares ** 1.5);
  const end = (share: number) => {
    const reach = bias + normalQuantile(share);
    return quantile(drawn, normalAbove(-(bias + reach / (1 - acceleration * reach))));
  };
  return { low: end(tail), high: end(1 - tail) };
}

function barsOf(sorted: Float64Array, bars: number): Bar[] {
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
  if (!(high > low)) return [{ from: low, to: high, count: sorted.length }];
  const width = (high - low) / bars;
  const counts = new Array<number>(bars).fill(0);
  for (const value of sorted) {
    const at = Math.min(bars - 1, Math.floor((value - low) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({
    from: low + at * width,
    to: at === bars - 1 ? high : low + (at + 1) * width,
    count,
  }));
}
