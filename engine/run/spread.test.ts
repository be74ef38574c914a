import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, spread } from './spread.ts';

it('spread loses nothing, and parts differ by at most one', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e9 }), fc.integer({ min: 1, max: 300 }), (total, parts) => {
      const shares = spread(total, parts);
      expect(shares).toHaveLength(parts);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});

describe('divide', () => {
  const someWeights = fc
    .array(fc.nat({ max: 10_000_000 }), { minLength: 1, maxLength: 64 })
    .filter((weights) => weights.some((weight) => weight > 0));

  it('gives each its proportion, rounded down or up, and adds up to the total', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), someWeights, (total, weights) => {
        const parts = divide(total, weights);
        const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
        expect(parts.reduce((all, part) => all + BigInt(part), 0n)).toBe(BigInt(total));
        for (const [place, part] of parts.entries()) {
          const product = BigInt(total) * BigInt(weights[place] ?? 0);
          expect(part).toBeGreaterThanOrEqual(0);
          expect(BigInt(part)).toBeGreaterThanOrEqual(product / sum);
          expect(BigInt(part)).toBeLessThanOrEqual((product + sum - 1n) / sum);
        }
      }),
    );
  });

  it('never gives more to a smaller weight, and equal weights differ by at most one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), someWeights, (total, weights) => {
        const parts = divide(total, weights);
        const sorted = weights
          .map((weight, place) => ({ weight, part: parts[place] ?? 0 }))
          .sort((a, b) => a.weight - b.weight || a.part - b.part);
        for (const [place, { weight, part }] of sorted.entries()) {
          const next = sorted[place + 1];
          if (!next) continue;
          expect(next.part).toBeGreaterThanOrEqual(part);
          if (next.weight === weight) expect(next.part - part).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it.each([
    [10, [3, 1], [8, 2]],
    [1, [1, 1, 2], [0, 0, 1]],
    [7, [0, 5], [0, 7]],
    [2 ** 53 - 1, [1, 1], [2 ** 52, 2 ** 52 - 1]],
  ])('%d by %j', (total, weights, parts) => {
    expect(divide(total, weights)).toEqual(parts);
  });

  it('needs a weight above 0', () => {
    expect(() => divide(3, [0, 0])).toThrow(RangeError);
  });
});
