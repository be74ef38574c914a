import { logGamma } from './incomplete-beta.ts';

/**
 * The regularised upper incomplete gamma function Q(a, x), 0–1: by its series below a + 1, by a
 * continued fraction above (W. Press et al., *Numerical Recipes*, 1992, §6.2; DLMF 8.7.1, 8.9.2).
 * @param a above 0. @param x at least 0.
 */
export function upperGamma(a: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * series(a, x) : front * continuedFraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let next = a + 1; term > sum * 1e-17; next++) {
    term *= x / next;
    sum += term;
  }
  return sum;
}

/** By Lentz's method. */
function continuedFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let shift = x + 1 - a;
  let upper = 1 / tiny;
  let lower = 1 / shift;
  let value = lower;
  for (let step = 1; step <= 10_000; step++) {
    const factor = step * (a - step);
    shift += 2;
    lower = 1 / (factor * lower + shift || tiny);
    upper = shift + factor / upper || tiny;
    value *= lower * upper;
    if (Math.abs(lower * upper - 1) < 1e-16) break;
  }
  return value;
}
