import { type CountedSample, meanOf, sampleSize, varianceOf } from './counted.ts';
import { type Side, studentP } from './distributions.ts';
import type { TestResult } from './normality.ts';
import { welchDegrees } from './welch.ts';

export interface TTestResult extends TestResult {
  /** Degrees of freedom. */
  readonly degrees: number;
}

/**
 * Test for equal means: Student's t with a common variance, or Welch's (Biometrika
 * 34, 1947) without one.
 * @param side of the first sample: `less` tests whether its mean is below that of the second.
 * @returns null with fewer than two values a sample, or without scatter.
 */
export function tTest(
  a: CountedSample,
  b: CountedSample,
  variances: 'equal' | 'unequal',
  side: Side = 'two-sided',
): TTestResult | null {
  const [n, m] = [sampleSize(a), sampleSize(b)];
  if (n < 2 || m < 2) return null;
  const [ofA, ofB] = [varianceOf(a), varianceOf(b)];
  const { error, degrees } =
    variances === 'equal' ? student(ofA, n, ofB, m) : welch(ofA / n, n, ofB / m, m);
  // No statistic beyond the range of numbers.
  if (!(error > 0 && degrees > 0 && Number.isFinite(error))) return null;
  const statistic = (meanOf(a) - meanOf(b)) / error;
  return { statistic, p: studentP(statistic, degrees, side), degrees };
}

function student(ofA: number, n: number, ofB: number, m: number) {
  const degrees = n + m - 2;
  const pooled = ((n - 1) * ofA + (m - 1) * ofB) / degrees;
  return { error: Math.sqrt(pooled * (1 / n + 1 / m)), degrees };
}

/** @param a @param b variances of the two means. */
function welch(a: number, n: number, b: number, m: number) {
  return { error: Math.sqrt(a + b), degrees: welchDegrees(a, n, b, m) };
}
