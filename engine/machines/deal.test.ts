import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealWorkers } from './deal.ts';

describe('dealing workers to machines', () => {
  const threads = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 });

  it('gives each worker to one machine, and no machine more than its threads', () => {
    fc.assert(
      fc.property(threads, fc.double({ min: 0, max: 1, noNaN: true }), (counts, part) => {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const workers = Math.round(total * part);
        const hands = dealWorkers(counts, workers);
        expect(hands.flat().sort((a, b) => a - b)).toEqual(
          Array.from({ length: workers }, (_, place) => place),
        );
        for (const [machine, hand] of hands.entries()) {
          expect(hand.length).toBeLessThanOrEqual(counts[machine] ?? 0);
        }
      }),
    );
  });

  it('uses as many machines as there are workers', () => {
    expect(dealWorkers([4, 4, 4], 2)).toEqual([[0], [1], []]);
    expect(dealWorkers([1, 3], 4)).toEqual([[0], [1, 2, 3]]);
  });

  it('continues in turn where there are more workers than threads', () => {
    expect(dealWorkers([1, 1], 5)).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });
});
