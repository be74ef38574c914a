import { type CountedSample, meanOf, sampleSize, varianceOf } from './counted.ts';
import { logGamma } from './incomplete-beta.ts';
import { pairsAbove } from './mann-whitney.ts';

/**
 * Cohen's d: the difference of two means in common standard deviations (J. Cohen, *Statistical Power
 * Analysis for the Behavioral Sciences*, 1988, 2.5.1). Positive where the first mean is larger.
 * @returns null with fewer than two values a sample, or without scatter.
 */
export function cohensD(a: CountedSample, b: CountedSample): number | null {
  const [n, m] = [sampleSize(a), sampleSize(b)];
  if (n < 2 || m < 2) return null;
  const pooled = ((n - 1) * varianceOf(a) + (m - 1) * varianceOf(b)) / (n + m - 2);
  return pooled > 0 ? (meanOf(a) - meanOf(b)) / Math.sqrt(pooled) : null;
}

/** Cohen's d without its bias in small samples (L. V. Hedges, J. Educ. Stat. 6, 1981). */
export function hedgesG(a: CountedSample, b: CountedSample): number | null {
  const d = cohensD(a, b);
  return d === null ? null : d * smallSampleCorrection(sampleSize(a) + sampleSize(b) - 2);
}

/** Exact bias of a standardised difference with these degrees of freedom. */
export function smallSampleCorrection(degrees: number): number {
  return Math.exp(logGamma(degrees / 2) - logGamma((degrees - 1) / 2)) / Math.sqrt(degrees / 2);
}

/**
 * Cliff's delta: the share of pairs in which the value of the first sample is larger, minus that in
 * which it is smaller (N. Cliff, Psychol. Bull. 114, 1993); −1 to 1, and equal to the rank-biserial
 * correlation of Mann and Whitney's U.
 * @returns null where a sample is empty.
 */
export function cliffsDelta(a: CountedSample, b: CountedSample): number | null {
  const pairs = sampleSize(a) * sampleSize(b);
  return pairs === 0 ? null : (2 * pairsAbove(a, b)) / pairs - 1;
}
