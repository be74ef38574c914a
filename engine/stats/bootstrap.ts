import { mean } from './moments.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './random.ts';
import { studentQuantile } from './student.ts';
import {
  fitUsl,
  type UslParameters,
  type UslPoint,
  usablePoints,
  uslPeakUsers,
  uslThroughput,
} from './usl.ts';

/** An estimate and the ends of its interval. */
export interface IntervalEstimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A fit of the Universal Scalability Law with its intervals. */
export interface UslEstimates {
  readonly lambda: IntervalEstimate;
  readonly sigma: IntervalEstimate;
  readonly kappa: IntervalEstimate;
  /** Null when the fitted throughput does not fall within {@link farthestPeak} times the users tested. */
  readonly peakUsers: IntervalEstimate | null;
  readonly peakThroughputRps: IntervalEstimate | null;
  /** Coefficient of determination of the throughput, 1 − Σ(X − X̂)² / Σ(X − mean X)². */
  readonly r2: number;
  /** Number of fitted points. */
  readonly points: number;
  readonly confidence: number;
}

export interface BootstrapOptions {
  replicates?: number;
  seed?: number;
  /** 0–1. */
  confidence?: number;
}

/** Highest plausible peak as a multiple of the highest number of users; intervals end there. */
export const farthestPeak = 1000;
const parametersOfLaw = 3;
/** Degrees of freedom at which Student's t equals the normal distribution to four digits. */
const nearlyNormal = 10_001;

/**
 * Fits the Universal Scalability Law and gives bootstrap intervals: B. Efron, R. J. Tibshirani, *An
 * Introduction to the Bootstrap*, 1993, ch. 9.4 (residuals) and 13 (percentiles).
 *
 * The deviations of ln X from the fit are drawn with replacement, added to the fit, and fitted again.
 * So that the intervals of a dozen points are as wide as they have to be, deviations are first raised by
 * √(n / (n − 3)), since a fit of three parameters makes them too small, and by the ratio of Student's t
 * with n − 3 degrees of freedom to the normal quantile, since their size is itself an estimate.
 *
 * The intervals are simultaneous: `confidence` is the share of replicates that lie within all five of them
 * (balanced simultaneous intervals: R. Beran, *Balanced Simultaneous Confidence Sets*, JASA 83, 1988).
 * Each single interval therefore has a higher confidence. The same points and seed give the same intervals.
 * @returns null where {@link fitUsl} does.
 */
export function estimateUsl(
  points: readonly UslPoint[],
  { replicates = 999, seed = 1, confidence = 0.95 }: BootstrapOptions = {},
): UslEstimates | null {
  const usable = usablePoints(points);
  const fit = fitUsl(usable);
  if (fit === null) return null;
  const farthest = farthestPeak * Math.max(...usable.map((point) => point.users));
  const describe = (parameters: UslParameters) => figures(parameters, farthest);
  const samples = refit(usable, fit, { replicates, seed, confidence }).map(describe);
  const sorted = (name: FigureName) => Float64Array.from(samples, (sample) => sample[name]).sort();
  const spread = Object.fromEntries(figureNames.map((name) => [name, sorted(name)])) as Spread;
  const tail = simultaneousTail(samples, spread, confidence);
  const found = describe(fit);
  const interval = (name: FigureName): IntervalEstimate => {
    const value = found[name];
    // Where the fit is at a bound, all replicates may lie on one side of it.
    const low = Math.min(value, quantile(spread[name], tail));
    return { value, low, high: Math.max(value, quantile(spread[name], 1 - tail)) };
  };
  const peaks = found.peakUsers < farthest;
  return {
    lambda: interval('lambda'),
    sigma: interval('sigma'),
    kappa: interval('kappa'),
    peakUsers: peaks ? interval('peakUsers') : null,
    peakThroughputRps: peaks ? interval('peakThroughputRps') : null,
    r2: determination(usable, fit),
    points: usable.length,
    confidence,
  };
}

const figureNames = ['lambda', 'sigma', 'kappa', 'peakUsers', 'peakThroughputRps'] as const;
type FigureName = (typeof figureNames)[number];
type Figures = Record<FigureName, number>;
/** The values of each estimate in the replicates, ascending. */
type Spread = Record<FigureName, Float64Array>;

function figures(parameters: UslParameters, farthest: number): Figures {
  const peakUsers = Math.min(uslPeakUsers(parameters), farthest);
  return { ...parameters, peakUsers, peakThroughputRps: uslThroughput(parameters, peakUsers) };
}

function refit(
  points: readonly UslPoint[],
  fit: UslParameters,
  { replicates, seed, confidence }: Required<BootstrapOptions>,
): UslParameters[] {
  const fitted = points.map(({ users }) => uslThroughput(fit, users));
  const deviations = points.map((point, at) => Math.log(point.throughputRps / (fitted[at] ?? 1)));
  const middle = mean(deviations);
  const inflation = smallSampleFactor(points.length, confidence);
  const factors = deviations.map((deviation) =>
    Math.exp(bounded((deviation - middle) * inflation)),
  );
  const random = seededRandom(seed);
  return Array.from({ length: replicates }, () =>
    fitUsl(
      points.map(({ users }, at) => {
        const factor = factors[Math.floor(random() * factors.length)] ?? 1;
        return { users, throughputRps: (fitted[at] ?? 0) * factor };
      }),
    ),
  ).filter((parameters) => parameters !== null);
}

/** Bound for curves far from the law: beyond e²⁰ values overflow. */
function bounded(deviation: number): number {
  return Math.max(-20, Math.min(20, deviation));
}

/** Factor by which residuals of few points are too small for intervals. */
function smallSampleFactor(points: number, confidence: number): number {
  const degrees = Math.max(1, points - parametersOfLaw);
  // Approximate ends of three simultaneous intervals (Bonferroni).
  const share = 1 - (1 - confidence) / (2 * parametersOfLaw);
  const t = studentQuantile(share, degrees) / studentQuantile(share, nearlyNormal);
  return Math.sqrt(points / degrees) * t;
}

/** The share of replicates to exclude at each end of every estimate, so that the intervals hold simultaneously. */
function simultaneousTail(samples: readonly Figures[], spread: Spread, confidence: number): number {
  const depths = samples.map((sample) =>
    Math.min(...figureNames.map((name) => depth(spread[name], sample[name]))),
  );
  return quantile(Float64Array.from(depths).sort(), 1 - confidence);
}

/** Share of the values at or beyond this one, on the side with fewer. */
function depth(sorted: Float64Array, value: number): number {
  const below = countBelow(sorted, (one) => one < value);
  const notAbove = countBelow(sorted, (one) => one <= value);
  return Math.min(notAbove, sorted.length - below) / sorted.length;
}

/** Number of leading values that fulfil a condition, which none after the first failing one does. */
function countBelow(sorted: Float64Array, fulfils: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fulfils(sorted[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function determination(points: readonly UslPoint[], fit: UslParameters): number {
  const mean = points.reduce((sum, point) => sum + point.throughputRps, 0) / points.length;
  const sum = (of: (point: UslPoint) => number) =>
    points.reduce((total, point) => total + (point.throughputRps - of(point)) ** 2, 0);
  const unexplained = sum((point) => uslThroughput(fit, point.users));
  const all = sum(() => mean);
  // A flat curve has only rounding errors left to explain, and the law fits it.
  return all > 1e-18 * mean * mean ? 1 - unexplained / all : 1;
}
