import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../../tests/support/loads.ts';
import { type ArrivalTimes, constantArrivals, poissonArrivals } from './arrivals.ts';
import { Profile } from './profile.ts';
import { everyNth, inTurns } from './turns.ts';

const steady = new Profile([{ atMs: 0, level: 200 }]);
const ramp = new Profile(pointsOf([0, 0], [20_000, 1000]));

function until(arrivals: ArrivalTimes, ms: number): number[] {
  const times: number[] = [];
  for (let at = arrivals.next(); at < ms; at = arrivals.next()) times.push(at);
  return times;
}
const gaps = (times: readonly number[]) => times.map((at, index) => at - (times[index - 1] ?? 0));
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: readonly number[]) => {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
};
function counts(times: readonly number[], windowMs: number, windows: number): number[] {
  const found = new Array<number>(windows).fill(0);
  for (const at of times) {
    const window = Math.floor(at / windowMs);
    if (window < windows) found[window] = (found[window] ?? 0) + 1;
  }
  return found;
}

/** Kolmogorov–Smirnov statistic D√n of values against a distribution; beyond 1.63 in one of a hundred samples. */
function kolmogorovSmirnov(values: readonly number[], cdf: (value: number) => number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  const distances = sorted.map((value, index) => {
    const share = cdf(value);
    return Math.max(share - index / n, (index + 1) / n - share);
  });
  return Math.max(...distances) * Math.sqrt(n);
}
const exponential = (perMs: number) => (gap: number) => 1 - Math.exp(-gap * perMs);
const together = (parts: readonly number[][]) => parts.flat().sort((a, b) => a - b);

describe('constantArrivals', () => {
  it.each([
    ['equal', [0, 1, 2].map((worker) => everyNth(worker, 3)), [667, 667, 666]],
    ['unequal', [inTurns([0, 1, 3], 5), inTurns([2, 4], 5)], [1200, 800]],
  ])('are even over workers of %s shares, and start immediately', (_how, turns, lengths) => {
    const parts = turns.map((own) => until(constantArrivals(steady, own), 10_000));
    expect(parts.map(({ length }) => length)).toEqual(lengths);
    together(parts).forEach((at, index) => {
      expect(at).toBeCloseTo(index * 5, 9);
    });
  });

  it('match the integral of any profile', () => {
    expect(until(constantArrivals(ramp, everyNth(0, 1)), 20_000)).toHaveLength(10_000);
    expect(until(constantArrivals(ramp, everyNth(0, 1)), 10_000)).toHaveLength(2500);
    const level = fc.double({ min: 0, max: 300, noNaN: true });
    fc.assert(
      fc.property(level, level, fc.integer({ min: 1, max: 5 }), (from, to, workers) => {
        const profile = new Profile(pointsOf([0, from], [2000, to], [3000, 0]));
        const parts = Array.from({ length: workers }, (_, worker) =>
          until(constantArrivals(profile, everyNth(worker, workers)), 1e9),
        );
        const expected = profile.integralAt(3000);
        expect(Math.abs(parts.flat().length - expected)).toBeLessThanOrEqual(1 + 1e-6);
      }),
      { numRuns: 50 },
    );
  });
});

describe('poissonArrivals', () => {
  it('have exponential gaps, with the mean of their rate', () => {
    const found = gaps(until(poissonArrivals(steady, { every: 1 }, 11), 100_000));
    expect(mean(found)).toBeGreaterThan(5 * 0.97);
    expect(mean(found)).toBeLessThan(5 * 1.03);
    expect(kolmogorovSmirnov(found, exponential(0.2))).toBeLessThan(1.63);
    // The test can fail: it detects even gaps, and those of another rate.
    expect(kolmogorovSmirnov(found, exponential(0.22))).toBeGreaterThan(1.63);
    expect(kolmogorovSmirnov(new Array(1000).fill(5), exponential(0.2))).toBeGreaterThan(1.63);
  });

  it.each([20, 100, 1000])('have as much variance as mean over windows of %d ms', (windowMs) => {
    const windows = 400_000 / windowMs;
    const found = counts(
      until(poissonArrivals(steady, { every: 1 }, 5), 400_000),
      windowMs,
      windows,
    );
    const ratio = variance(found) / mean(found);
    // The ratio of n windows has a standard deviation of about √(2/n).
    expect(Math.abs(ratio - 1)).toBeLessThan(3.5 * Math.sqrt(2 / windows));
  });

  it('of several workers form one Poisson process of the whole rate', () => {
    const parts = [1, 2, 3, 4].map((seed) =>
      until(poissonArrivals(steady, { every: 4 }, seed), 100_000),
    );
    const all = together(parts);
    expect(Math.abs(all.length - 20_000)).toBeLessThan(3.5 * Math.sqrt(20_000));
    expect(kolmogorovSmirnov(gaps(all), exponential(0.2))).toBeLessThan(1.63);
    const ratio = variance(counts(all, 100, 1000)) / mean(counts(all, 100, 1000));
    expect(Math.abs(ratio - 1)).toBeLessThan(3.5 * Math.sqrt(2 / 1000));
  });

  it('follow a ramp: transformed by its integral they have exponential gaps', () => {
    const times = until(poissonArrivals(ramp, { every: 1 }, 3), 20_000);
    expect(Math.abs(times.length - 10_000)).toBeLessThan(350);
    const unit = gaps(times.map((at) => ramp.integralAt(at)));
    expect(kolmogorovSmirnov(unit, exponential(1))).toBeLessThan(1.63);
  });

  it('are equal for one seed, and different for another', () => {
    const first = (seed: number) => until(poissonArrivals(steady, { every: 2 }, seed), 1000);
    expect(first(7)).toEqual(first(7));
    expect(first(7)).not.toEqual(first(8));
  });
});
