import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearTicks, logScale, niceStep, zeroScale } from './ticks.ts';

it.each([
  [10, 5, 2],
  [100, 4, 50],
  [0.3, 3, 0.1],
  [7, 7, 1],
  [1300, 4, 500],
])('niceStep cuts %d into at most %d steps of %d', (span, count, step) => {
  expect(niceStep(span, count)).toBeCloseTo(step, 12);
});

describe('zeroScale', () => {
  it('ends at the first tick that holds all data, and has a meaning without data', () => {
    expect(zeroScale(3475, 4)).toEqual({ min: 0, max: 4000, ticks: [0, 1000, 2000, 3000, 4000] });
    expect(zeroScale(0.3, 3).ticks).toEqual([0, 0.1, 0.2, 0.3]);
    expect(zeroScale(2, 4, 1).ticks).toEqual([0, 1, 2]);
    for (const max of [0, Number.NaN, -3, Number.POSITIVE_INFINITY]) {
      expect(zeroScale(max, 2)).toEqual({ min: 0, max: 1, ticks: [0, 0.5, 1] });
    }
  });

  it('always holds its data, with rising ticks and never too many', () => {
    const max = fc.double({ min: 1e-6, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(max, fc.integer({ min: 1, max: 10 }), (top, count) => {
        const scale = zeroScale(top, count);
        expect(scale.max).toBeGreaterThanOrEqual(top * (1 - 1e-9));
        expect(scale.ticks.at(-1)).toBeCloseTo(scale.max, 9);
        expect(scale.ticks.length).toBeLessThanOrEqual(count + 2);
        scale.ticks.slice(1).forEach((tick, index) => {
          expect(tick).toBeGreaterThan(scale.ticks[index] ?? 0);
        });
      }),
    );
  });
});

it('linearTicks stays within a range that is not round', () => {
  expect(linearTicks(3, 17, 4)).toEqual([5, 10, 15]);
  expect(linearTicks(5, 5, 4)).toEqual([5]);
});

it('logScale uses 1, 2 and 5 for few decades and powers of ten for many, and has a meaning without data', () => {
  expect(logScale(0.9, 32).ticks).toEqual([0.5, 1, 2, 5, 10, 20, 50]);
  expect(logScale(0.02, 900).ticks).toEqual([0.01, 0.1, 1, 10, 100, 1000]);
  expect(logScale(Number.POSITIVE_INFINITY, 0)).toEqual({
    min: 0.1,
    max: 1,
    ticks: [0.1, 0.2, 0.5, 1],
  });
});
