const coefficients = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/**
 * Natural logarithm of the gamma function (C. Lanczos, *A Precision Approximation of the Gamma
 * Function*, SIAM J. Numer. Anal. 1, 1964, with g = 7 and nine terms).
 * @param x above 0.
 */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const below = x - 1;
  const series = coefficients.reduce(
    (sum, coefficient, index) => sum + coefficient / (below + index + 1),
    0.99999999999980993,
  );
  const base = below + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (below + 0.5) * Math.log(base) - base + Math.log(series);
}

/**
 * The regularised incomplete beta function Iₓ(a, b), 0–1.
 * @param x 0–1. @param a above 0. @param b above 0.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The fraction converges quickly on this side of the mean only; the other follows by symmetry.
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

const tiny = 1e-300;

/** By Lentz's method (W. J. Lentz 1976; DLMF 8.17.22), to the precision of a double. */
function continuedFraction(x: number, a: number, b: number): number {
  let upper = 1;
  let lower = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = lower;
  const step = (term: number) => {
    lower = 1 / away(1 + term * lower);
    upper = away(1 + term / upper);
    value *= lower * upper;
  };
  for (let m = 1; m <= 10_000; m++) {
    const even = a + 2 * m;
    step((m * (b - m) * x) / ((even - 1) * even));
    step((-(a + m) * (a + b + m) * x) / (even * (even + 1)));
    if (Math.abs(lower * upper - 1) < 1e-16) break;
  }
  return value;
}

/** Keeps a divisor away from zero. */
function away(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
