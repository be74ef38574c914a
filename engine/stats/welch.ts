import { smallSampleCorrection } from './effect-size.ts';
import { mean, variance } from './moments.ts';
import { studentBeyond, studentQuantile } from './student.ts';

/** An interval around an estimate. */
export interface EstimateInterval {
  readonly low: number;
  readonly high: number;
}

/** Difference of two samples of positive values, by their logarithms. */
export interface WelchComparison extends EstimateInterval {
  /** Geometric mean of the other sample ÷ geometric mean of the baseline; `low` and `high` bound it. */
  readonly ratio: number;
  /** Degrees of freedom by Welch and Satterthwaite. */
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
  /** Difference of the logarithms in standard deviations of trials (Hedges' g). */
  readonly effect: number;
}

/** Scatter of logarithms below this is rounding: the values are the same. */
const noScatter = 1e-12;
/** Ratios whose logarithm is beyond this count as infinite or 0, since numbers end at e^709. */
const farthest = 690;

/**
 * Compares two samples without assuming equal scatter (B. L. Welch, *The generalization of
 * ‘Student's’ problem …*, Biometrika 34, 1947; F. E. Satterthwaite 1946), on logarithms, where a
 * ratio is a difference and the interval is one of ratios.
 * @param confidence of the interval, such as 0.95.
 * @returns null with fewer than two values on a side, a value that has no logarithm, no scatter at all,
 * or so much that the interval exceeds the range of numbers.
 */
export function welchRatio(
  baseline: readonly number[],
  other: readonly number[],
  confidence: number,
): WelchComparison | null {
  const found = logDifference(baseline, other);
  if (found === null) return null;
  const { a, b, difference, error, degrees } = found;
  const reach = error * studentQuantile((1 + confidence) / 2, degrees);
  if (!(Math.abs(difference) + reach < farthest)) return null;
  return {
    ratio: Math.exp(difference),
    low: Math.exp(difference - reach),
    high: Math.exp(difference + reach),
    degrees,
    p: studentBeyond(difference / error, degrees),
    effect: hedges(difference, a, b),
  };
}

/** Only the p of {@link welchRatio}, in a twentieth of its time, for the correction of many tests. */
export function welchP(
  baseline: readonly number[],
  other: readonly number[],
  confidence: number,
): number | null {
  const found = logDifference(baseline, other);
  if (found === null) return null;
  const { difference, error, degrees } = found;
  // No quantile exceeds that of one degree of freedom, which has a closed form.
  const most = error * Math.tan((Math.PI / 2) * confidence);
  if (!(Math.abs(difference) + most < farthest)) {
    return welchRatio(baseline, other, confidence)?.p ?? null;
  }
  return studentBeyond(difference / error, degrees);
}

/** The logarithms and the difference of their means with its standard error; null where it is undefined. */
function logDifference(baseline: readonly number[], other: readonly number[]) {
  if (!baseline.every(hasLogarithm) || !other.every(hasLogarithm)) return null;
  if (baseline.length < 2 || other.length < 2) return null;
  const [a, b] = [baseline.map(Math.log), other.map(Math.log)];
  const [ofA, ofB] = [variance(a) / a.length, variance(b) / b.length];
  const error = Math.sqrt(ofA + ofB);
  if (error < noScatter) return null;
  const degrees = welchDegrees(ofA, a.length, ofB, b.length);
  return { a, b, difference: mean(b) - mean(a), error, degrees };
}

/**
 * Interval of the geometric mean of a sample, by Student's t on logarithms.
 * @returns null as {@link welchRatio} does.
 */
export function meanInterval(
  values: readonly number[],
  confidence: number,
): EstimateInterval | null {
  if (values.length < 2 || !values.every(hasLogarithm)) return null;
  const logarithms = values.map(Math.log);
  const error = Math.sqrt(variance(logarithms) / values.length);
  if (error < noScatter) return null;
  const reach = error * studentQuantile((1 + confidence) / 2, values.length - 1);
  const middle = mean(logarithms);
  if (!(Math.abs(middle) + reach < farthest)) return null;
  return { low: Math.exp(middle - reach), high: Math.exp(middle + reach) };
}

function hasLogarithm(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}

/** The difference over the root of the mean variance, corrected for small samples (Hedges 1981). */
function hedges(difference: number, a: readonly number[], b: readonly number[]): number {
  const spread = Math.sqrt((variance(a) + variance(b)) / 2);
  return (smallSampleCorrection(a.length + b.length - 2) * difference) / spread;
}

/**
 * Degrees of freedom of a difference of two means (Welch–Satterthwaite), by the shares of the variances, whose
 * squares do not vanish however small they are.
 * @param ofA @param ofB variances of the two means; not both 0.
 * @param n @param m sizes of the samples, at least 2.
 */
export function welchDegrees(ofA: number, n: number, ofB: number, m: number): number {
  const share = ofA / (ofA + ofB);
  return 1 / (share ** 2 / (n - 1) + (1 - share) ** 2 / (m - 1));
}
