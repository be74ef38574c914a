import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { near as nearTo, readOracle } from '../../tests/support/oracle.ts';
import {
  type CountedSample,
  countValues,
  meanOf,
  medianOf,
  sampleSize,
  varianceOf,
} from './counted.ts';
import { chiSquareAbove, fAbove, normalAbove, normalQuantile } from './distributions.ts';
import { ecdf } from './ecdf.ts';
import { cliffsDelta, cohensD, hedgesG } from './effect-size.ts';
import { levene } from './levene.ts';
import { mannWhitney } from './mann-whitney.ts';
import { pairedBootstrap, unpairedBootstrap } from './mean-bootstrap.ts';
import { mean, variance } from './moments.ts';
import { omnibusNormality } from './normality.ts';
import { tTest } from './t-test.ts';

/** A statistic and its p. */
type Found = readonly [statistic: number, p: number];
type BySide = readonly [less: Found, greater: Found, both: Found];
type Counted = readonly [values: number[], counts: number[]];
type Named<K extends string, T> = Readonly<Record<K, T>>;
type Tests = Named<'student' | 'welch' | 'auto' | 'asymptotic', BySide> &
  Named<'median' | 'mean', Found> &
  Named<'d' | 'g' | 'cliff', number> & {
    readonly normal: readonly [Found | null, Found | null];
    readonly exact: BySide | null;
  };
type Bootstrap = Named<'percentile' | 'BCa', readonly [Found, Found]> &
  Named<'error' | 'atOrAbove', number>;
const oracle = readOracle<{
  sides: readonly ['less', 'greater', 'two-sided'];
  pairs: readonly (Tests & Named<'a' | 'b', number[]>)[];
  large: readonly (Tests & Named<'a' | 'b', Counted>)[];
  functions: readonly Named<'values' | 'at' | 'share', number[]>[];
  tails: readonly Named<'x' | 'k' | 'chi' | 'f' | 'normal', number>[];
  bootstraps: readonly (Named<'a' | 'b', number[]> & Named<'paired' | 'unpaired', Bootstrap>)[];
}>('procedures');

/** Data sets with SciPy's results: small ones of plain values, and large counted ones. */
const sets: readonly { a: CountedSample; b: CountedSample; wanted: Tests }[] = [
  ...oracle.pairs.map(({ a, b, ...wanted }) => ({ a: countValues(a), b: countValues(b), wanted })),
  ...oracle.large.map(({ a, b, ...wanted }) => ({ a: pairUp(a), b: pairUp(b), wanted })),
];

function pairUp([values, counts]: Counted): CountedSample {
  return values.map((value, index) => ({ value, count: counts[index] ?? 0 }));
}

/** Agreement to eight digits or more; documented are six. */
const near = (value: number | null | undefined, wanted: number) =>
  nearTo(value, wanted, 1e-8, 1e-11);

function same(result: { statistic: number; p: number } | null, wanted: Found) {
  near(result?.statistic, wanted[0]);
  // Relative, down to the smallest p that a double can represent.
  const p = result?.p ?? Number.NaN;
  expect(Math.abs(p - wanted[1])).toBeLessThanOrEqual(1e-7 * wanted[1]);
}

describe('agreement with SciPy', () => {
  it(`of normaltest, on at least 200 samples`, () => {
    const samples = sets.flatMap(({ a, b, wanted }) => [
      { sample: a, wanted: wanted.normal[0] },
      { sample: b, wanted: wanted.normal[1] },
    ]);
    for (const { sample, wanted } of samples) {
      if (wanted === null) expect(omnibusNormality(sample)).toBeNull();
      else same(omnibusNormality(sample), wanted);
    }
    expect(samples.filter(({ wanted }) => wanted !== null).length).toBeGreaterThanOrEqual(200);
  });

  it(`of levene, ttest_ind and mannwhitneyu, on ${sets.length} pairs of samples`, () => {
    expect(sets.length).toBeGreaterThanOrEqual(200);
    for (const { a, b, wanted } of sets) {
      same(levene([a, b], 'median'), wanted.median);
      same(levene([a, b], 'mean'), wanted.mean);
      for (const [index, side] of oracle.sides.entries()) {
        same(tTest(a, b, 'equal', side), wanted.student[index] ?? [0, 0]);
        same(tTest(a, b, 'unequal', side), wanted.welch[index] ?? [0, 0]);
        same(mannWhitney(a, b, side), wanted.auto[index] ?? [0, 0]);
        same(mannWhitney(a, b, side, 'asymptotic'), wanted.asymptotic[index] ?? [0, 0]);
      }
    }
  });

  it('of mannwhitneyu counted exactly, on at least 200 pairs of samples', () => {
    const untied = sets.filter(({ wanted }) => wanted.exact !== null);
    expect(untied.length).toBeGreaterThanOrEqual(200);
    for (const { a, b, wanted } of untied) {
      for (const [index, side] of oracle.sides.entries()) {
        same(mannWhitney(a, b, side, 'exact'), wanted.exact?.[index] ?? [0, 0]);
      }
    }
  });

  it('of effect sizes, on the same', () => {
    for (const { a, b, wanted } of sets) {
      near(cohensD(a, b), wanted.d);
      near(hedgesG(a, b), wanted.g);
      near(cliffsDelta(a, b), wanted.cliff);
    }
  });

  it(`of ecdf, on ${oracle.functions.length} samples`, () => {
    expect(oracle.functions.length).toBeGreaterThanOrEqual(200);
    for (const { values, at, share } of oracle.functions) {
      const steps = ecdf(countValues(values));
      expect(steps.map(({ value }) => value)).toEqual(at);
      for (const [index, step] of steps.entries()) near(step.share, share[index] ?? -1);
    }
  });

  it.each(oracle.tails)('of the tails of χ², F and normal at $x with $k', (wanted) => {
    near(chiSquareAbove(wanted.x, wanted.k), wanted.chi);
    near(fAbove(wanted.x, wanted.k, 7), wanted.f);
    const tail = normalAbove(wanted.x / 2);
    expect(Math.abs(tail / wanted.normal - 1)).toBeLessThan(1e-9);
  });

  it.each([
    [0.975, 1.959963984540054],
    [0.0001, -3.719016485455709],
    [0.5, 0],
  ])('of the quantile %d of the normal distribution', (share, wanted) => {
    near(normalQuantile(share), wanted);
  });

  it(`of bootstrap within its Monte Carlo error, on ${oracle.bootstraps.length} pairs of samples`, () => {
    expect(oracle.bootstraps.length).toBeGreaterThanOrEqual(200);
    for (const [index, { a, b, paired, unpaired }] of oracle.bootstraps.entries()) {
      const options = { seed: index };
      within(pairedBootstrap(a, b, options), paired);
      within(unpairedBootstrap(a, b, options), unpaired);
    }
  });
});

function within(result: ReturnType<typeof pairedBootstrap>, wanted: Bootstrap): void {
  expect(result?.resamples).toBe(10_000);
  for (const [interval, bounds] of [
    [result?.percentile, wanted.percentile],
    [result?.bca, wanted.BCa],
  ] as const) {
    between(interval?.low, bounds[0]);
    between(interval?.high, bounds[1]);
  }
  // The standard deviation of 10,000 values is accurate to 1 / √20,000, less where tails are heavy.
  expect(Math.abs((result?.error ?? 0) / wanted.error - 1)).toBeLessThan(0.05);
  const scatter = Math.sqrt((wanted.atOrAbove * (1 - wanted.atOrAbove)) / 10_000);
  expect(Math.abs((result?.atOrAbove ?? -1) - wanted.atOrAbove)).toBeLessThan(5 * scatter + 0.001);
  expect((result?.below ?? 0) + (result?.atOrAbove ?? 0)).toBeCloseTo(1, 12);
  expect(result?.bars.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
}

function between(value: number | undefined, [low, high]: readonly [number, number]): void {
  const rounding = 1e-9 * (Math.abs(low) + Math.abs(high));
  expect(value).toBeGreaterThanOrEqual(low - rounding);
  expect(value).toBeLessThanOrEqual(high + rounding);
}

const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 40 });

describe('procedures', () => {
  it('treat counted values like the values themselves', () => {
    fc.assert(
      fc.property(values, (list) => {
        const sample = countValues(list);
        expect(sampleSize(sample)).toBe(list.length);
        near(meanOf(sample), mean(list));
        near(varianceOf(sample), variance(list));
        const sorted = list.toSorted((one, other) => one - other);
        const [low, high] = [sorted[(list.length - 1) >> 1], sorted[list.length >> 1]];
        expect(medianOf(sample)).toBe(((low ?? 0) + (high ?? 0)) / 2);
      }),
    );
  });

  it('swap their sides with their samples', () => {
    fc.assert(
      fc.property(values, values, (one, other) => {
        const [a, b] = [countValues(one), countValues(other)];
        near(mannWhitney(a, b, 'less')?.p, mannWhitney(b, a, 'greater')?.p ?? 2);
        near(mannWhitney(a, b)?.p, mannWhitney(b, a)?.p ?? 2);
        const [less, greater] = [tTest(a, b, 'unequal', 'less'), tTest(b, a, 'unequal', 'greater')];
        fc.pre(less !== null && greater !== null);
        near(less?.p, greater?.p ?? 2);
        near(cliffsDelta(a, b), -(cliffsDelta(b, a) ?? 2));
      }),
    );
  });

  it('treat very small values like larger ones of the same shape', () => {
    const form = [1, 0, 0, 0, 0, 2, 0, 5];
    const scaled = (factor: number) =>
      omnibusNormality(countValues(form.map((one) => one * factor)));
    expect(scaled(2 ** -270)).toEqual(scaled(1));
    expect(scaled(2 ** 300)).toEqual(scaled(1));
  });

  it('give p from 0 to 1 whatever was measured', () => {
    const usual = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    // Squares of small values vanish, and then their squares.
    const small = fc.tuple(usual, fc.integer({ min: -320, max: 0 })).map(([m, e]) => m * 10 ** e);
    const any = fc.array(fc.oneof(usual, small, fc.constant(0)), { maxLength: 30 });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const [a, b] = [countValues(one), countValues(other)];
        const results = [
          omnibusNormality(a),
          levene([a, b]),
          tTest(a, b, 'equal', 'less'),
          tTest(a, b, 'unequal'),
          mannWhitney(a, b, 'greater'),
          mannWhitney(a, b),
        ];
        for (const result of results) {
          if (result === null) continue;
          expect(result.p).toBeGreaterThanOrEqual(0);
          expect(result.p).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('return null without scatter or with too few values', () => {
    const flat = countValues([3, 3, 3, 3, 3, 3, 3, 3, 3]);
    const none = countValues([]);
    expect(omnibusNormality(flat)).toBeNull();
    expect(omnibusNormality(countValues([1, 2, 3, 4, 5, 6, 7]))).toBeNull();
    expect(levene([flat, flat])).toBeNull();
    expect(tTest(flat, flat, 'equal')).toBeNull();
    expect(cohensD(flat, flat)).toBeNull();
    expect(mannWhitney(none, flat)).toBeNull();
    expect(cliffsDelta(none, flat)).toBeNull();
    expect(mannWhitney(flat, flat)?.p).toBe(1);
    expect(pairedBootstrap([1], [2])).toBeNull();
    expect(pairedBootstrap([1, 2, 3], [2, 3])).toBeNull();
    expect(unpairedBootstrap([1], [2, 3])).toBeNull();
    expect(pairedBootstrap([2, 3], [1, 2])).toMatchObject({ difference: 1, below: 0, bca: null });
  });

  it('thin a distribution function without losing its ends', () => {
    const sample = countValues(Array.from({ length: 5000 }, (_none, index) => index));
    const steps = ecdf(sample, 100);
    expect(steps.length).toBeLessThanOrEqual(101);
    expect(steps.length).toBeGreaterThan(90);
    expect(steps[0]).toEqual({ value: 0, share: 1 / 5000 });
    expect(steps.at(-1)).toEqual({ value: 4999, share: 1 });
  });
});
