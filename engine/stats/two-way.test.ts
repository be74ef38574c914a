import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { near, normal, readOracle } from '../../tests/support/oracle.ts';
import { noncentralAbove, noncentralityOf } from './noncentral.ts';
import { seededRandom } from './random.ts';
import { type TwoWayCell, type TwoWayVariance, twoWay, twoWayConfidence } from './two-way.ts';

const parts = ['a', 'b', 'interaction', 'noise'] as const;
type Part = Readonly<Record<'sumOfSquares' | 'degrees' | 'share', number>>;
type Effect = Part & Readonly<Record<'f' | 'p', number>>;
const { confidence, grids, tails } = readOracle<{
  confidence: number;
  grids: readonly {
    cells: readonly (readonly [a: number, b: number, values: number[]])[];
    table: { a: Effect; b: Effect; interaction: Effect | null; noise: Part };
    intervals?: Partial<Record<(typeof parts)[number] | 'difference', [number, number]>>;
  }[];
  tails: readonly Readonly<
    Record<'degrees' | 'noncentrality' | 'value' | 'above' | 'deviate' | 'root', number>
  >[];
}>('two-way');
const oracle = grids.map(({ cells, ...wanted }) => ({
  ...wanted,
  cells: cells.map(([a, b, values]): TwoWayCell => ({ a, b, values })),
}));

/** Few draws where intervals are not tested. */
const quick = { draws: 20 };

describe('the split of variance between two factors', () => {
  it(`agrees with statsmodels and NumPy on ${oracle.length} grids`, () => {
    expect(confidence).toBe(twoWayConfidence);
    expect(oracle.length).toBeGreaterThanOrEqual(80);
    for (const { cells, table } of oracle) {
      const found = twoWay(cells, quick);
      expect(found?.interaction === null).toBe(table.interaction === null);
      for (const part of parts) {
        const [own, wanted] = [found?.[part], table[part]];
        if (!wanted) continue;
        near(own?.sumOfSquares, wanted.sumOfSquares, 1e-7);
        near(own?.degrees, wanted.degrees);
        near(own?.share, wanted.share, 1e-7);
      }
      for (const part of ['a', 'b', 'interaction'] as const) {
        const wanted = table[part];
        if (!wanted) continue;
        near(found?.[part]?.f, wanted.f, 1e-6);
        near(found?.[part]?.p, wanted.p, 1e-6);
      }
    }
  });

  it('has the intervals that SciPy draws from its own noncentral distributions', () => {
    // With one degree of freedom tens of thousands of draws do not agree with each other.
    const bounded = oracle.flatMap(({ cells, intervals, table }) =>
      intervals && table.noise.degrees > 1 ? [{ cells, intervals }] : [],
    );
    expect(bounded.length).toBeGreaterThanOrEqual(30);
    for (const { cells, intervals } of bounded) {
      const found = twoWay(cells, { draws: 6000 });
      for (const part of [...parts, 'difference'] as const) {
        const [low, high] = intervals[part] ?? [];
        if (low === undefined || high === undefined) continue;
        const own = found?.[part];
        // Ends of draws scatter by a few percent of the width; the estimate itself is always included.
        const slack = 0.05 * (high - low) + 0.015;
        const share = own?.share ?? Number.NaN;
        expect(Math.abs((own?.low ?? Number.NaN) - Math.min(low, share))).toBeLessThan(slack);
        expect(Math.abs((own?.high ?? Number.NaN) - Math.max(high, share))).toBeLessThan(slack);
      }
    }
  });

  const cellsOf = (counts: fc.Arbitrary<number>) =>
    fc
      .record({
        a: fc.integer({ min: 2, max: 4 }),
        b: fc.integer({ min: 2, max: 5 }),
        repetitions: counts,
        seed: fc.integer({ min: 1, max: 1e6 }),
        size: fc.constantFrom(0, 0.05, 1),
      })
      .map(({ a, b, repetitions, seed, size }) => {
        const random = seededRandom(seed);
        const levels = (count: number) => Array.from({ length: count }, () => size * random());
        const [ofA, ofB] = [levels(a), levels(b)];
        return ofA.flatMap((one, i) =>
          ofB.map(
            (other, j): TwoWayCell => ({
              a: i,
              b: j,
              values: Array.from({ length: repetitions }, () =>
                Math.exp(one + other + 0.05 * normal(random)),
              ),
            }),
          ),
        );
      });
  const grid = cellsOf(fc.integer({ min: 1, max: 4 }));

  it('has shares of 0 or more that add up to 1 and lie in their intervals', () => {
    fc.assert(
      fc.property(grid, (cells) => {
        const found = twoWay(cells, { draws: 100 });
        const shares = parts.flatMap((part) => found?.[part] ?? []);
        near(
          shares.reduce((sum, { share }) => sum + share, 0),
          1,
        );
        for (const { share, low, high } of shares) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(share);
          expect(high).toBeGreaterThanOrEqual(share);
          expect(high).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('does not depend on the unit, the order of levels and cells, or which factor is named first', () => {
    const unit = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(grid, unit, (cells, factor) => {
        const found = twoWay(cells, quick);
        const others: (TwoWayVariance | null)[] = [
          twoWay(
            cells.map((one) => ({ ...one, values: one.values.map((value) => value * factor) })),
            quick,
          ),
          twoWay(cells.map((one) => ({ ...one, a: 7 - one.a, b: 9 - one.b })).reverse(), quick),
        ];
        const turned = twoWay(
          cells.map(({ a, b, values }) => ({ a: b, b: a, values })),
          quick,
        );
        for (const part of parts.filter((one) => found?.[one])) {
          for (const other of others) {
            near(other?.[part]?.share, found?.[part]?.share ?? Number.NaN, 1e-6);
            near(other?.[part]?.low, found?.[part]?.low ?? Number.NaN, 1e-3);
          }
          const counterpart = part === 'a' ? 'b' : part === 'b' ? 'a' : part;
          near(turned?.[counterpart]?.share, found?.[part]?.share ?? Number.NaN, 1e-6);
        }
      }),
      { examples: [], numRuns: 40 },
    );
  });

  it.each([
    ['one level', [cell(0, 0, [1, 2]), cell(0, 1, [1, 2])]],
    ['nothing left for an interaction', [cell(0, 0, [1, 2]), cell(0, 1, [1, 3]), cell(1, 0, [2])]],
    ['no scatter', [0, 1].flatMap((a) => [0, 1].map((b) => cell(a, b, [a + b + 1, a + b + 1])))],
    ['a zero', [0, 1].flatMap((a) => [0, 1].map((b) => cell(a, b, [a + b, 2])))],
    [
      'cells that are not connected',
      [0, 1, 2, 3].flatMap((a) =>
        [0, 1, 2, 3].flatMap((b) => (a < 2 === b < 2 ? [cell(a, b, [a + 1, b + 2])] : [])),
      ),
    ],
    ['nothing', []],
  ])('is null for %s', (_name, cells) => {
    expect(twoWay(cells)).toBeNull();
  });
});

function cell(a: number, b: number, values: readonly number[]): TwoWayCell {
  return { a, b, values };
}

describe('the noncentral χ² distribution', () => {
  it.each(tails)('is that of SciPy: $value of $degrees, $noncentrality', (one) => {
    near(noncentralAbove(one.value, one.degrees, one.noncentrality), one.above, 1e-9);
    const root = noncentralityOf(one.value, one.degrees, one.deviate);
    expect(Math.abs(Math.sqrt(root) - Math.sqrt(one.root))).toBeLessThan(0.005);
  });
});

interface Truth {
  /** Effects of the levels of each factor, and the interaction added to a cell. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly bend: number;
  readonly repetitions: number;
}

/** Grids with known shares: the given effects, with 5 % noise. */
const truths: readonly [string, Truth][] = [
  ['small effects', { a: [0, 0.03, 0.05], b: [0, 0.05, 0.1, 0.02], bend: 0.01, repetitions: 3 }],
  ['two by two', { a: [0, 0.1], b: [0, 0.1], bend: 0, repetitions: 2 }],
  ['large effects', { a: [0, 0.5], b: [0, 0.8, 1.2, -0.3, 0.4], bend: 0.1, repetitions: 3 }],
  ['only noise', { a: [0, 0, 0], b: [0, 0, 0], bend: 0, repetitions: 5 }],
  ['no repetition', { a: [0, 0.1, 0.2], b: [0, 0.2, 0.1, 0.3], bend: 0, repetitions: 1 }],
];

describe('the intervals of shares', () => {
  it.each(truths)('contain the truth in 93 of 100 simulations or more: %s', (_name, truth) => {
    const random = seededRandom(13);
    const [rounds, noise] = [500, 0.05];
    const wanted = sharesOf(truth, noise);
    const held = { a: 0, b: 0, interaction: 0, noise: 0, difference: 0 };
    for (let round = 0; round < rounds; round++) {
      const cells = meansOf(truth).flatMap((row, a) =>
        row.map((middle, b) =>
          cell(
            a,
            b,
            Array.from({ length: truth.repetitions }, () =>
              Math.exp(middle + noise * normal(random)),
            ),
          ),
        ),
      );
      const found = twoWay(cells, { draws: 300, seed: round + 1 });
      for (const part of [...parts, 'difference'] as const) {
        const { low = 1, high = 0 } = found?.[part] ?? {};
        if (low <= wanted[part] + 1e-9 && high >= wanted[part] - 1e-9) held[part]++;
      }
    }
    for (const part of ['a', 'b', 'noise', 'difference'] as const) {
      expect(held[part] / rounds).toBeGreaterThanOrEqual(0.93);
    }
    if (truth.repetitions > 1) expect(held.interaction / rounds).toBeGreaterThanOrEqual(0.93);
  });
});

function meansOf({ a, b, bend }: Truth): number[][] {
  return a.map((one, i) => b.map((other, j) => one + other + bend * (-1) ** (i + j)));
}

/** Balanced grids by definition: mean squares of rows, columns and cells. */
function sharesOf(truth: Truth, noise: number) {
  const means = meansOf(truth);
  const average = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const square = (values: readonly number[]) => average(values.map((one) => one * one));
  const all = average(means.flat());
  const rows = means.map((row) => average(row) - all);
  const columns = truth.b.map((_none, j) => average(means.map((row) => row[j] ?? 0)) - all);
  const rest = means.flatMap((row, i) =>
    row.map((middle, j) => middle - all - (rows[i] ?? 0) - (columns[j] ?? 0)),
  );
  const [ofA, ofB, interaction] = [square(rows), square(columns), square(rest)];
  const total = ofA + ofB + interaction + noise ** 2;
  return {
    ...{ a: ofA / total, b: ofB / total, difference: (ofA - ofB) / total },
    ...{ interaction: interaction / total, noise: noise ** 2 / total },
  };
}
