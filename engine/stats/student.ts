import { incompleteBeta } from './incomplete-beta.ts';

/**
 * Share of Student's t distribution beyond −t and t together: the two-sided p of a t
 * statistic (M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.1).
 * @param degrees of freedom, above 0, not necessarily whole.
 */
export function studentBeyond(t: number, degrees: number): number {
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  // Near the middle the argument would be too close to 1 to keep its digits.
  if (square < 1) return 1 - incompleteBeta(square / (degrees + square), 0.5, degrees / 2);
  return incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5);
}

/**
 * Quantile of Student's t distribution, by bisection.
 * @param share 0–1, both exclusive. @param degrees of freedom, above 0, not necessarily whole.
 */
export function studentQuantile(share: number, degrees: number): number {
  if (share < 0.5) return -studentQuantile(1 - share, degrees);
  const beyond = 2 * (1 - share);
  let [low, high] = [0, Math.PI / 2];
  // Bisects the angle, which is bounded where t is not; 60 halvings exhaust a double's precision.
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (studentBeyond(Math.tan(middle), degrees) > beyond) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2);
}
