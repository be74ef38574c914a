import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centralFigure, repeated, repeatedDigits } from './central.ts';

const figure = fc.double({ min: 1e-3, max: 1e9, noNaN: true });
const figures = fc.array(figure, { minLength: 1, maxLength: 20 });

describe('centralFigure', () => {
  it('is the n-th root of the product', () => {
    expect(centralFigure([2, 8])).toBeCloseTo(4, 12);
    expect(centralFigure([1, 10, 100])).toBeCloseTo(10, 12);
  });

  it('is a single value itself, and null without values', () => {
    fc.assert(fc.property(figure, (value) => centralFigure([value]) === value));
    expect(centralFigure([])).toBeNull();
  });

  it('is 0 where a repetition has 0', () => {
    expect(centralFigure([0, 5])).toBe(0);
  });

  it('lies between the lowest and the highest, and scales with them', () => {
    fc.assert(
      fc.property(figures, figure, (values, by) => {
        const central = centralFigure(values) ?? Number.NaN;
        expect(central).toBeGreaterThanOrEqual(Math.min(...values) * (1 - 1e-9));
        expect(central).toBeLessThanOrEqual(Math.max(...values) * (1 + 1e-9));
        const scaled = centralFigure(values.map((value) => value * by)) ?? Number.NaN;
        expect(scaled / (central * by)).toBeCloseTo(1, 9);
      }),
    );
  });
});

it('a figure of repetitions is written with the digits that they agree on, in any unit', () => {
  const figure = repeated([27_555, 28_600, 27_900]);
  expect(repeatedDigits(figure)).toBe('28,000');
  expect(repeatedDigits(figure, 0.001)).toBe('28.0');
  expect(repeatedDigits(repeated([27_555]))).toBe('27,555');
  expect(repeatedDigits(repeated([]))).toBe('–');
});
