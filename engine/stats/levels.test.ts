import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByLevel, weightedMean } from './levels.ts';

const points = (levels: readonly number[]) => levels.map((level, index) => ({ level, index }));
const grouped = (levels: readonly number[], most: number) =>
  groupByLevel(points(levels), most).map((group) => group.map((point) => point.level));

describe('groups of levels', () => {
  it('contain equal levels, in ascending order', () => {
    expect(grouped([4, 1, 2, 4, 1], 10)).toEqual([[1, 1], [2], [4, 4]]);
  });

  it('leave out values that are not levels of load', () => {
    const levels = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 3];
    expect(grouped(levels, 10)).toEqual([[3]]);
  });

  it('keep the first seconds of a ramp separate and join the later ones', () => {
    const groups = grouped(
      Array.from({ length: 600 }, (_none, at) => 15 * (at + 1)),
      60,
    );
    expect(groups.length).toBeGreaterThan(50);
    expect(groups.slice(0, 5)).toEqual([[15], [30], [45], [60], [75]]);
    expect(groups.at(-1)?.length).toBeGreaterThan(10);
  });

  it('are never more than asked for, and lose nothing', () => {
    const level = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(level), fc.integer({ min: 1, max: 60 }), (levels, most) => {
        const groups = grouped(levels, most);
        expect(groups.length).toBeLessThanOrEqual(most);
        expect(groups.flat()).toEqual(levels.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a weighted mean', () => {
  it('weights the values, and is 0 without any', () => {
    type Item = readonly [value: number, weight: number];
    const items: Item[] = [
      [1, 3],
      [5, 1],
    ];
    const mean = (of: readonly Item[]) =>
      weightedMean(
        of,
        ([value]) => value,
        ([, weight]) => weight,
      );
    expect([mean(items), weightedMean(items, ([value]) => value), mean([])]).toEqual([2, 3, 0]);
    expect(
      weightedMean(
        items,
        ([value]) => value,
        () => 0,
      ),
    ).toBe(0);
  });
});
