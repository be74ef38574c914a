import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyNth, inTurns, type Turns } from './turns.ts';

/** All ways to distribute some turns over several workers, each with at least one. */
const dealt = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 60 }).map((owners) =>
  [...new Set(owners)].map((worker) =>
    inTurns(
      owners.flatMap((owner, place) => (owner === worker ? [place] : [])),
      owners.length,
    ),
  ),
);
const nth = fc
  .integer({ min: 1, max: 9 })
  .map((workers) => Array.from({ length: workers }, (_, worker) => everyNth(worker, workers)));
const workers = fc.oneof(dealt, nth);
const ownUpTo = (turns: Turns, count: number) =>
  Array.from({ length: turns.countOf(count) }, (_, place) => turns.numberOf(place));

describe('turns', () => {
  it('assign every number to one worker, in ascending order', () => {
    fc.assert(
      fc.property(workers, fc.nat({ max: 400 }), (all, count) => {
        const numbers = all.map((turns) => ownUpTo(turns, count));
        for (const own of numbers) expect(own).toEqual([...own].sort((a, b) => a - b));
        expect(numbers.flat().sort((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, number) => number),
        );
        expect(all.reduce((sum, { every }) => sum + 1 / every, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('never revoke an assignment', () => {
    fc.assert(
      fc.property(workers, fc.nat({ max: 400 }), (all, count) => {
        for (const turns of all) {
          const more = turns.countOf(count + 1) - turns.countOf(count);
          expect(more === 0 || more === 1).toBe(true);
        }
      }),
    );
  });

  it('of every nth equal those of turns in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 1000 }), (count, place) => {
        for (let worker = 0; worker < count; worker++) {
          const [plain, turned] = [everyNth(worker, count), inTurns([worker], count)];
          expect(turned.numberOf(place)).toBe(plain.numberOf(place));
          expect(turned.countOf(place)).toBe(plain.countOf(place));
        }
      }),
    );
  });
});
