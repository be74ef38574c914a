import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratioPlace, ratioScale } from './compareScale.ts';

const ratioOf = (times: number) => ({ times, percentOf: 0, percentChange: 0 });
const row = (times: number, low = times, high = times) => ({
  ratio: ratioOf(times),
  interval: { low, high },
});

it('the scale of ratios contains 1 and every ratio, with a tick or two', () => {
  const ratio = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(fc.array(ratio, { maxLength: 12 }), ratio, (times, width) => {
      const rows = times.map((one) => row(one, one / (1 + width), one * (1 + width)));
      const { min, max, ticks } = ratioScale(rows);
      for (const one of [1, ...times]) {
        expect(one).toBeGreaterThanOrEqual(min);
        expect(one).toBeLessThanOrEqual(max);
      }
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.every((tick) => tick >= min && tick <= max)).toBe(true);
    }),
  );
});

it('the scale of ratios does not follow a wild interval far, and has enough ticks for narrow, medium and wide ranges', () => {
  const { min, max } = ratioScale([row(1.2, 0.001, 1000)]);
  expect(min).toBeGreaterThan(0.2);
  expect(max).toBeLessThan(6);
  expect(ratioScale([row(1.02, 0.98, 1.06)]).ticks.length).toBeGreaterThanOrEqual(4);
  expect(ratioScale([row(2, 0.8, 4)]).ticks).toEqual([1, 1.5, 2, 3]);
  expect(ratioScale([row(0.02), row(30)]).ticks).toContain(1);
});

it('the scale of ratios puts halves as far to the left as doubles to the right', () => {
  const scale = { min: 0.25, max: 4, ticks: [] };
  expect(ratioPlace(scale, 1)).toBeCloseTo(0.5);
  expect(ratioPlace(scale, 0.5)).toBeCloseTo(1 - ratioPlace(scale, 2));
  expect(ratioPlace(scale, 100)).toBe(1);
  expect(ratioPlace(scale, 0.001)).toBe(0);
});
