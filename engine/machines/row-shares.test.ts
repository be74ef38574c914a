import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowShares, type Stretches } from './row-shares.ts';

const tables = (rows: number) => [{ name: 'o', rows, pick: 'unique' as const }];
const rowsIn = (stretches: Stretches | undefined) =>
  [...(stretches?.get('o') ?? [])].flatMap(([from, until]) =>
    Array.from({ length: until - from }, (_, index) => from + index),
  );
const all = (rows: number) => Array.from({ length: rows }, (_, row) => row);
const inOrder = (rows: readonly number[]) => [...rows].sort((a, b) => a - b);

describe('rows that are used once, over several machines', () => {
  it('are divided among machines in proportion', () => {
    const [north, south, idle] = new RowShares(tables(10)).deal([3, 1, 0]);
    expect(rowsIn(north)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rowsIn(south)).toEqual([8, 9]);
    expect(rowsIn(idle)).toEqual([]);
  });

  it('leave other tables alone', () => {
    const shares = new RowShares([{ name: 'o', rows: 10, pick: 'per-user' }]);
    expect(shares.deal([1, 1]).map((share) => share.size)).toEqual([0, 0]);
  });

  it('are dealt again if unused, and never twice', () => {
    const stint = fc.record({
      weights: fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 })
        .filter((weights) => weights.some((weight) => weight > 0)),
      // Used part, in hundredths; null for a lost machine.
      taken: fc.array(fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }), {
        minLength: 4,
        maxLength: 4,
      }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(stint, { minLength: 1, maxLength: 6 }),
        (rows, stints) => {
          const shares = new RowShares(tables(rows));
          const used: number[] = [];
          const lost: number[] = [];
          for (const { weights, taken } of stints) {
            const given = shares.deal(weights).map(rowsIn);
            // Each remaining row belongs to exactly one machine.
            expect(inOrder([...given.flat(), ...used, ...lost])).toEqual(all(rows));
            for (const [place, own] of given.entries()) {
              const hundredths = taken[place] ?? null;
              if (hundredths === null) {
                lost.push(...own);
                continue;
              }
              const count = Math.round((own.length * hundredths) / 100);
              used.push(...own.slice(0, count));
              // Workers keep counting when no row is left.
              shares.ended(place, { o: count === own.length ? count + 3 : count });
            }
          }
        },
      ),
    );
  });
});
