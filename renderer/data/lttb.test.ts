import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lttb } from './lttb.ts';

const indexes = (length: number) => Array.from({ length }, (_, index) => index);

it('keeps short rows as they are, and a single peak among a thousand flat points', () => {
  expect(lttb([0, 1, 2], [5, 6, 7], 3)).toEqual([0, 1, 2]);
  expect(lttb([], [], 10)).toEqual([]);
  const xs = indexes(1000);
  const ys = xs.map((x) => (x === 617 ? 100 : 1));
  expect(lttb(xs, ys, 20)).toContain(617);
});

it('picks rising indexes with both ends, as many as asked for', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3 });
  fc.assert(
    fc.property(values, fc.integer({ min: 3, max: 50 }), (ys, count) => {
      const picked = lttb(indexes(ys.length), ys, count);
      expect(picked.length).toBe(Math.min(ys.length, count));
      expect(picked[0]).toBe(0);
      expect(picked.at(-1)).toBe(ys.length - 1);
      picked.slice(1).forEach((index, place) => {
        expect(index).toBeGreaterThan(picked[place] ?? -1);
      });
    }),
  );
});
