import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, rotate } from './statistics.ts';

describe('median', () => {
  it('is in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([Number.NaN, 7])).toBe(7);
    expect(median([])).toBeNaN();
  });

  it('has as many values below it as above', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });
});

describe('rotate', () => {
  it('puts each value first in turn', () => {
    const first = [0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round)[0]);
    expect(first.join('')).toBe('abca');
    expect(rotate([], 3)).toEqual([]);
  });
});
