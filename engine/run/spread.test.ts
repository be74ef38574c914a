import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

describe('spread', () => {
  it('loses nothing and favours nobody by more than one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.integer({ min: 1, max: 300 }), (total, parts) => {
        const shares = spread(total, parts);
        expect(shares).toHaveLength(parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    [10, 3, [4, 3, 3]],
    [2, 3, [1, 1, 0]],
    [0, 2, [0, 0]],
  ])('%d over %d', (total, parts, shares) => {
    expect(spread(total, parts)).toEqual(shares);
  });
});
