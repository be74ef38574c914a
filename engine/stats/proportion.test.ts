import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proportionOf } from './proportion.ts';

// As R's binom.test gives them.
it.each([
  [5, 100, 0.0164319, 0.1128349],
  [1, 4, 0.0063094, 0.8058796],
  [0, 10, 0, 0.3084971],
  [10, 10, 0.6915029, 1],
])('gives the exact interval of %s in %s', (hits, tries, low, high) => {
  const found = proportionOf(hits, tries);
  expect(found.share).toBe(hits / tries);
  expect(found.low).toBeCloseTo(low, 6);
  expect(found.high).toBeCloseTo(high, 6);
});

it('contains the share of the sample, also for very large ones', () => {
  const sample = fc
    .integer({ min: 1, max: 10_000_000 })
    .chain((tries) => fc.tuple(fc.integer({ min: 0, max: tries }), fc.constant(tries)));
  fc.assert(
    fc.property(sample, ([hits, tries]) => {
      const { share, low, high } = proportionOf(hits, tries);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});
