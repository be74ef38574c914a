import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { near as nearTo, readOracle } from '../../tests/support/oracle.ts';
import { studentBeyond } from './student.ts';
import { meanInterval, welchP, welchRatio } from './welch.ts';

const { confidence, comparisons, tails } = readOracle<{
  confidence: number;
  comparisons: readonly (Readonly<Record<'baseline' | 'other', number[]>> &
    Readonly<Record<'ratio' | 'low' | 'high' | 'degrees' | 'p' | 'effect', number>> & {
      readonly alone: readonly [low: number, high: number];
    })[];
  tails: readonly Readonly<Record<'degrees' | 't' | 'p', number>>[];
}>('welch');

const near = (found: number | undefined, wanted: number, tolerance = 1e-8) =>
  nearTo(found, wanted, tolerance, 1e-14);

describe('a comparison of two samples', () => {
  it(`agrees with SciPy on ${comparisons.length} data sets`, () => {
    expect(comparisons.length).toBeGreaterThanOrEqual(200);
    for (const { baseline, other, alone, ...wanted } of comparisons) {
      const found = welchRatio(baseline, other, confidence);
      for (const name of ['ratio', 'low', 'high', 'degrees', 'effect'] as const) {
        near(found?.[name], wanted[name]);
      }
      near(found?.p, wanted.p, 1e-7);
      const own = meanInterval(other, confidence);
      near(own?.low, alone[0]);
      near(own?.high, alone[1]);
    }
  });

  it('has the same p when only p is computed, however extreme the values', () => {
    const figure = fc.oneof(
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }),
      fc.constantFrom(1, Number.MIN_VALUE, Number.POSITIVE_INFINITY),
    );
    const values = fc.array(figure, { maxLength: 6 });
    fc.assert(
      fc.property(values, values, (baseline, other) => {
        const whole = welchRatio(baseline, other, confidence)?.p ?? null;
        expect(welchP(baseline, other, confidence)).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(tails)("has the tails of Student's t: $t of $degrees", ({ degrees, t, p }) => {
    near(studentBeyond(t, degrees), p, 1e-9);
    near(studentBeyond(-t, degrees), p, 1e-9);
  });

  const sample = fc.array(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), {
    minLength: 2,
    maxLength: 20,
  });

  it('is the reciprocal with its sides swapped, and does not depend on the unit', () => {
    fc.assert(
      fc.property(sample, sample, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (a, b, unit) => {
        const [one, back] = [welchRatio(a, b, 0.95), welchRatio(b, a, 0.95)];
        const scaled = welchRatio(
          a.map((value) => value * unit),
          b.map((value) => value * unit),
          0.95,
        );
        fc.pre(one !== null && scaled !== null);
        near(back?.ratio, 1 / (one?.ratio ?? 0), 1e-9);
        near(back?.low, 1 / (one?.high ?? 0), 1e-6);
        near(back?.p, one?.p ?? 2, 1e-6);
        near(scaled?.ratio, one?.ratio ?? 0, 1e-9);
      }),
    );
  });

  it('has an interval that contains its ratio, and 1 exactly when p is at least 5 %', () => {
    fc.assert(
      fc.property(sample, sample, (a, b) => {
        const found = welchRatio(a, b, 0.95);
        fc.pre(found !== null);
        const { low = 0, high = 0, ratio = 0, p = 0, degrees = 0 } = found ?? {};
        expect(low).toBeLessThanOrEqual(ratio);
        expect(high).toBeGreaterThanOrEqual(ratio);
        fc.pre(Math.abs(p - 0.05) > 1e-9);
        expect(low <= 1 && high >= 1).toBe(p > 0.05);
        expect(degrees).toBeGreaterThanOrEqual(Math.min(a.length, b.length) - 1 - 1e-9);
        expect(degrees).toBeLessThanOrEqual(a.length + b.length - 2 + 1e-9);
      }),
    );
  });

  it.each([
    ['one trial of the baseline', [3], [1, 2]],
    ['one trial of the other', [1, 2], [3]],
    ['an interval beyond all numbers', [5e-324, 5e-324], [5e-324, 5e-279]],
    ['none', [], []],
    ['a zero', [1, 2, 0], [1, 2]],
    ['a value that is not a number', [1, Number.NaN], [1, 2]],
    ['no scatter', [5.1, 5.1, 5.1], [7.3, 7.3, 7.3]],
  ])('is null for %s', (_name, a, b) => {
    expect(welchRatio(a, b, 0.95)).toBeNull();
  });

  it('needs the scatter of one side only', () => {
    const found = welchRatio([5, 5, 5], [5.4, 5.5, 5.6], 0.95);
    near(found?.degrees, 2);
    expect(found?.low).toBeGreaterThan(1);
  });

  it('gives no interval to a single value, or to values without scatter', () => {
    expect(meanInterval([4], 0.95)).toBeNull();
    expect(meanInterval([4, 4], 0.95)).toBeNull();
    expect(meanInterval([4, 0], 0.95)).toBeNull();
  });
});
