import {
  type Counted,
  type CountedSample,
  meanOf,
  medianOf,
  momentOf,
  sampleSize,
} from './counted.ts';
import { fAbove } from './distributions.ts';
import { sum } from './moments.ts';
import type { TestResult } from './normality.ts';

/**
 * Test for equal variances: H. Levene, *Robust tests for equality of variances*, 1960, with the
 * distances from the mean; from the median by M. B. Brown, A. B. Forsythe, JASA 69, 1974.
 * @returns null without at least one value a sample and more values than samples, or where no distance
 * scatters.
 */
export function levene(
  samples: readonly CountedSample[],
  center: 'median' | 'mean' = 'median',
): TestResult | null {
  const sizes = samples.map(sampleSize);
  const size = sum(sizes);
  if (samples.length < 2 || sizes.includes(0) || size <= samples.length) return null;
  const distances = samples.map((sample) =>
    distancesFrom(sample, center === 'mean' ? meanOf(sample) : medianOf(sample)),
  );
  const means = distances.map((sample) => meanOf(sample));
  const grand = means.reduce((sum, mean, index) => sum + mean * (sizes[index] ?? 0), 0) / size;
  const between = means.reduce(
    (sum, mean, index) => sum + (sizes[index] ?? 0) * (mean - grand) ** 2,
    0,
  );
  const within = distances.reduce(
    (sum, sample, index) => sum + (sizes[index] ?? 0) * momentOf(sample, 2),
    0,
  );
  if (!(within > 0)) return null;
  const groups = samples.length - 1;
  const statistic = ((size - samples.length) / groups) * (between / within);
  return { statistic, p: fAbove(statistic, groups, size - samples.length) };
}

function distancesFrom(sample: CountedSample, center: number): Counted[] {
  return sample
    .map(({ value, count }) => ({ value: Math.abs(value - center), count }))
    .sort((one, other) => one.value - other.value);
}
