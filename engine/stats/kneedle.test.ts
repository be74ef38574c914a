import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOracle } from '../../tests/support/oracle.ts';
import { type CurvePoint, kneedle } from './kneedle.ts';

const { cases } = readOracle<{
  cases: readonly {
    name: string;
    x: number[];
    y: number[];
    knees: { sensitivity: number; smoothing: number; index: number | null }[];
  }[];
}>('kneedle');

const curve = (x: readonly number[], y: readonly number[]) =>
  x.map((value, at): CurvePoint => ({ x: value, y: y[at] ?? 0 }));

describe('Kneedle', () => {
  it.each(cases)('finds what kneed finds: $name', ({ x, y, knees }) => {
    const found = knees.map(({ sensitivity, smoothing }) =>
      kneedle(curve(x, y), { sensitivity, smoothing }),
    );
    expect(found).toEqual(knees.map((knee) => knee.index));
  });

  it('finds the example of the paper', () => {
    const x = Array.from({ length: 10 }, (_none, at) => at / 9);
    const y = x.map((value) => -1 / (value + 0.1) + 5);
    expect(x[kneedle(curve(x, y)) ?? 0]).toBeCloseTo(0.22, 2);
  });

  it.each([
    ['no points', []],
    ['two points', [1, 2]],
    ['a flat curve', [3, 3, 3, 3]],
    ['a straight line', [1, 2, 3, 4]],
    ['infinite values', [1, Number.POSITIVE_INFINITY, 2, 3]],
    ['values that are not numbers', [1, Number.NaN, 2, 3]],
  ])('finds none in %s', (_name, y) => {
    const points = y.map((value, at) => ({ x: at, y: value }));
    expect(kneedle(points)).toBeNull();
  });

  it('does not depend on the units of either axis', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 3, maxLength: 30 });
    // Powers of two change no digit, so that ties stay ties.
    const factor = fc.constantFrom(2 ** -20, 0.5, 4, 2 ** 30);
    fc.assert(
      fc.property(heights, factor, factor, (y, byX, byY) => {
        const x = y.map((_value, at) => at);
        const scaled = curve(
          x.map((value) => value * byX),
          y.map((value) => value * byY),
        );
        expect(kneedle(scaled)).toBe(kneedle(curve(x, y)));
      }),
    );
  });
});
