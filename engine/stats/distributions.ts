import { incompleteBeta } from './incomplete-beta.ts';
import { upperGamma } from './incomplete-gamma.ts';
import { studentBeyond } from './student.ts';

/** Alternative of a test: the first sample is less, greater, or different. */
export type Side = 'less' | 'greater' | 'two-sided';

/** Share of the standard normal distribution above z (DLMF 7.11.2). */
export function normalAbove(z: number): number {
  const beyond = upperGamma(0.5, (z * z) / 2) / 2;
  return z >= 0 ? beyond : 1 - beyond;
}

/** Quantile of the standard normal distribution, by bisection. @param share 0–1. */
export function normalQuantile(share: number): number {
  if (share <= 0) return Number.NEGATIVE_INFINITY;
  if (share >= 1) return Number.POSITIVE_INFINITY;
  if (share < 0.5) return -normalQuantile(1 - share);
  let [low, high] = [0, 40];
  for (let halving = 0; halving < 70; halving++) {
    const middle = (low + high) / 2;
    if (normalAbove(middle) > 1 - share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Share of the χ² distribution above a value. @param degrees of freedom. */
export function chiSquareAbove(value: number, degrees: number): number {
  return upperGamma(degrees / 2, value / 2);
}

/** Share of the F distribution above a value (M. Abramowitz, I. Stegun 1964, 26.6.2). */
export function fAbove(value: number, degrees: number, degreesBelow: number): number {
  if (!(value > 0)) return 1;
  return incompleteBeta(
    degreesBelow / (degreesBelow + degrees * value),
    degreesBelow / 2,
    degrees / 2,
  );
}

/** The p of a t statistic for a side. */
export function studentP(t: number, degrees: number, side: Side): number {
  const both = studentBeyond(t, degrees);
  if (side === 'two-sided') return both;
  const towards = side === 'greater' ? t >= 0 : t <= 0;
  return towards ? both / 2 : 1 - both / 2;
}

/**
 * Probability of at least `hits` hits in `tries`, each with probability `share` (M. Abramowitz, I. Stegun 1964,
 * 26.5.24).
 */
export function binomialAtLeast(hits: number, tries: number, share: number): number {
  if (hits <= 0) return 1;
  return hits > tries ? 0 : incompleteBeta(share, hits, tries - hits + 1);
}
