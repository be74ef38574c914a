import { type CountedSample, momentOf, sampleSize } from './counted.ts';
import { chiSquareAbove } from './distributions.ts';

/** Result of a test of one sample. */
export interface TestResult {
  readonly statistic: number;
  /** Probability of a statistic at least as extreme under the null hypothesis. */
  readonly p: number;
}

/** The test of skewness is not defined for fewer values. */
const fewestForNormality = 8;

/**
 * Test for a normal distribution: the omnibus K² of R. D'Agostino and
 * E. S. Pearson, *Tests for departure from normality*, Biometrika 60, 1973. K² is the sum of the
 * squares of z of skewness and z of kurtosis and follows χ² with two degrees of freedom.
 * @returns null with fewer than eight values, or without scatter.
 */
export function omnibusNormality(sample: CountedSample): TestResult | null {
  const size = sampleSize(sample);
  if (size < fewestForNormality) return null;
  const spread = momentOf(sample, 2);
  const largest = Math.max(...[sample[0], sample.at(-1)].map((one) => Math.abs(one?.value ?? 0)));
  // Scatter from rounding alone has no shape.
  if (!(spread > (1e-14 * largest) ** 2)) return null;
  // Scaled by a power of two, without rounding, since fourth powers of very small values would vanish.
  const scale = 2 ** -Math.round(Math.log2(spread) / 2);
  const scaled = sample.map(({ value, count }) => ({ value: value * scale, count }));
  const variance = momentOf(scaled, 2);
  const skewness = momentOf(scaled, 3) / variance ** 1.5;
  const kurtosis = momentOf(scaled, 4) / variance ** 2;
  const statistic = skewnessZ(skewness, size) ** 2 + kurtosisZ(kurtosis, size) ** 2;
  return { statistic, p: chiSquareAbove(statistic, 2) };
}

/** R. D'Agostino, *Transformation to normality of the null distribution of g₁*, Biometrika 57, 1970. */
function skewnessZ(skewness: number, n: number): number {
  const y = skewness * Math.sqrt(((n + 1) * (n + 3)) / (6 * (n - 2)));
  const beta =
    (3 * (n ** 2 + 27 * n - 70) * (n + 1) * (n + 3)) / ((n - 2) * (n + 5) * (n + 7) * (n + 9));
  const w = Math.sqrt(2 * (beta - 1)) - 1;
  const scale = Math.sqrt(2 / (w - 1));
  return Math.asinh(y / scale) / Math.sqrt(0.5 * Math.log(w));
}

/** F. J. Anscombe, W. J. Glynn, *Distribution of the kurtosis statistic b₂ for normal samples*, Biometrika 70, 1983. */
function kurtosisZ(kurtosis: number, n: number): number {
  const expected = (3 * (n - 1)) / (n + 1);
  const variance = (24 * n * (n - 2) * (n - 3)) / ((n + 1) ** 2 * (n + 3) * (n + 5));
  const x = (kurtosis - expected) / Math.sqrt(variance);
  const skew =
    ((6 * (n * n - 5 * n + 2)) / ((n + 7) * (n + 9))) *
    Math.sqrt((6 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)));
  const a = 6 + (8 / skew) * (2 / skew + Math.sqrt(1 + 4 / skew ** 2));
  const below = 1 + x * Math.sqrt(2 / (a - 4));
  const root = Math.cbrt((1 - 2 / a) / below);
  return (1 - 2 / (9 * a) - root) / Math.sqrt(2 / (9 * a));
}
