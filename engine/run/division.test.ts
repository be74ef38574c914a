import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DividedMachine, divideInTurns, shareIn, turnRow } from './division.ts';

const machine = fc.record({
  threads: fc.integer({ min: 1, max: 12 }),
  weight: fc.double({ min: 0.5, max: 200_000, noNaN: true }),
});
const machines = fc.array(machine, { minLength: 1, maxLength: 8 });
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Shares of a total by worker of each machine. */
const partsOf = (some: readonly DividedMachine[], least: number, total: number) => {
  const { hands, turns } = divideInTurns(some, least);
  return hands.map((hand) =>
    hand.map((place) => {
      const own = turns[place];
      return own ? shareIn(own, total) : 0;
    }),
  );
};

it('a row of turns has the proportion of each, rounded down or up, in every prefix', () => {
  const counts = fc
    .array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 7 })
    .filter((some) => sum(some) > 0);
  fc.assert(
    fc.property(counts, (some) => {
      const all = sum(some);
      const row = turnRow(some);
      expect(row).toHaveLength(all);
      const found = some.map(() => 0);
      for (const [at, who] of row.entries()) {
        found[who] = (found[who] ?? 0) + 1;
        for (const [place, count] of some.entries()) {
          const wanted = ((at + 1) * count) / all;
          expect(found[place]).toBeGreaterThanOrEqual(Math.floor(wanted));
          expect(found[place]).toBeLessThanOrEqual(Math.ceil(wanted));
        }
      }
      expect(found).toEqual(some);
    }),
  );
});

describe('a load in proportion to the capacity of machines', () => {
  it('adds up exactly, is never negative, and grows with the total', () => {
    fc.assert(
      fc.property(machines, fc.nat({ max: 100_000 }), fc.nat({ max: 100_000 }), (some, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const least = Math.max(1, less);
        const parts = partsOf(some, least, less).flat();
        expect(sum(parts)).toBe(less);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        const larger = partsOf(some, least, more).flat();
        expect(sum(larger)).toBe(more);
        for (const [place, part] of parts.entries()) {
          expect(larger[place]).toBeGreaterThanOrEqual(part);
        }
      }),
    );
  });

  it('leaves no worker without a share of the smallest total', () => {
    fc.assert(
      fc.property(machines, fc.integer({ min: 1, max: 5000 }), (some, least) => {
        const parts = partsOf(some, least, least);
        for (const [place, workers] of parts.entries()) {
          expect(workers.length).toBeLessThanOrEqual(some[place]?.threads ?? 0);
          for (const part of workers) expect(part).toBeGreaterThanOrEqual(1);
          // Workers of one machine have equal shares.
          if (workers.length > 0)
            expect(Math.max(...workers) - Math.min(...workers)).toBeLessThanOrEqual(1);
        }
        expect(sum(parts.flat())).toBe(least);
      }),
    );
  });

  it('follows the weights to a hundredth of a worker’s share where there are enough users', () => {
    fc.assert(
      fc.property(machines, (some) => {
        const total = 1_000_000;
        const weights = sum(some.map(({ weight }) => weight));
        for (const [place, workers] of partsOf(some, total, total).entries()) {
          const wanted = (total * (some[place]?.weight ?? 0)) / weights;
          const turns = Math.max(2000, 100 * sum(some.map(({ threads }) => threads)));
          const worker = (total / turns) * (some[place]?.threads ?? 0);
          // A machine has whole turns, equally many for each of its workers, and at least one.
          expect(Math.abs(sum(workers) - wanted)).toBeLessThanOrEqual(
            worker + (wanted * sum(some.map(({ threads }) => threads))) / turns + 1,
          );
        }
      }),
    );
  });

  it.each([
    [[3, 1], [2, 2], 8, [6, 2]],
    [[1, 1], [1, 1], 9, [5, 4]],
    [[10, 1], [4, 4], 11, [10, 1]],
  ])('weights %j with %j threads have of %i: %j', (weights, threads, users, wanted) => {
    const some = weights.map((weight, place) => ({ weight, threads: threads[place] ?? 1 }));
    expect(partsOf(some, users, users).map(sum)).toEqual(wanted);
  });
});
