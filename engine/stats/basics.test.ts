import { expect, it } from 'vitest';
import { ecdf } from './ecdf.ts';
import { mean, sortedMedian, sum, variance } from './moments.ts';
import { quantile } from './quantile.ts';

it.each([
  [[], 0, 0, 0, 0],
  [[5], 5, 5, 5, 0],
  [[1, 2, 9], 12, 4, 2, 19],
  [[1, 2, 4, 9], 16, 4, 3, 38 / 3],
])('sum, mean, median and variance of %j', (values, total, average, middle, scatter) => {
  expect(sum(values)).toBe(total);
  expect(mean(values)).toBe(average);
  expect(sortedMedian(values)).toBe(middle);
  expect(variance(values)).toBeCloseTo(scatter, 12);
});

it.each([
  [[], 0.5, 0],
  [[7], 0.3, 7],
  [[1, 2, 4, 8], 0, 1],
  [[1, 2, 4, 8], 1, 8],
  [[1, 2, 4, 8], 0.5, 3],
  [[1, 2, 4, 8], 0.25, 1.75],
  [[1, 2, 4, 8], 0.9, 6.8],
])('the quantile of %j at %d is %d', (values, share, expected) => {
  expect(quantile(Float64Array.from(values), share)).toBeCloseTo(expected, 12);
});

it('a distribution function has a step at each value, or those nearest to even shares', () => {
  const sample = [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ value, count: value === 1 ? 3 : 1 }));
  const shares = (most?: number) => ecdf(sample, most).map(({ value, share }) => [value, share]);
  expect(shares().slice(0, 2)).toEqual([
    [1, 0.3],
    [2, 0.4],
  ]);
  expect(shares(8)).toEqual(shares());
  expect(shares(4)).toEqual([
    [1, 0.3],
    [3, 0.5],
    [8, 1],
  ]);
  expect(shares(6).map(([value]) => value)).toEqual([1, 3, 6, 8]);
});
