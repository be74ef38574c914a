import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Noise, noises, simulate } from '../../tests/support/simulation/noise.ts';
import { ComparisonFamily, isLook, judged, nextLook, type ValuePair } from './sequential.ts';

const ratios = (...values: number[]): ValuePair[] => values.map((value) => [1, value]);

describe('looks', () => {
  it('are after 3, 4, 5, 7, 10, 14, 20 and 30 repetitions, then 1.4 times as many each', () => {
    const looks = [3];
    while (looks.length < 10) looks.push(nextLook(looks.at(-1) ?? 0));
    expect(looks).toEqual([3, 4, 5, 7, 10, 14, 20, 30, 42, 59]);
    expect([2, 6, 29, 41].some(isLook)).toBe(false);
    expect(looks.every(isLook)).toBe(true);
  });
});

describe('a comparison', () => {
  // SciPy 1.17.1: mean ± t.ppf(1 - 0.005/(2*3), n-1) * std/sqrt(n) of log([1.9, 2.0, 2.1, 2.05]).
  it('has the interval of Student’s t at the level of a look, shared by its family', () => {
    const found = new ComparisonFamily(3).compare(ratios(1.9, 2.0, 2.1, 2.05));
    expect(found?.ratio).toBeCloseTo(2.0111255714892984, 10);
    expect(found?.low).toBeCloseTo(1.5936829972388595, 8);
    expect(found?.high).toBeCloseTo(2.537911285560357, 8);
  });

  it.each([
    ['two repetitions', ratios(2, 2.1)],
    ['a value of 0', ratios(2, 0, 2.1)],
    ['an infinite value', ratios(2, Number.POSITIVE_INFINITY, 2.1)],
  ])('has none from %s', (_name, pairs) => {
    expect(new ComparisonFamily(1).compare(pairs)).toBeNull();
  });

  it('has an interval even where every repetition gives the same ratio', () => {
    const found = new ComparisonFamily(1).compare(ratios(1.5, 1.5, 1.5));
    expect(judged(found, 0.05)).toBe('decided');
    expect(found?.high).toBeLessThan(1.52);
  });

  it('is turned round with its sides', () => {
    const values = fc.double({ min: 0.01, max: 100, noNaN: true });
    const pairs = fc.array(fc.tuple(values, values), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(pairs, (some) => {
        const family = new ComparisonFamily(2);
        const found = family.compare(some);
        const turned = family.compare(some.map(([a, b]) => [b, a] as const));
        if (!found || !turned) return expect(found).toBe(turned);
        expect(turned.low * found.high).toBeCloseTo(1, 6);
        expect(turned.ratio * found.ratio).toBeCloseTo(1, 6);
      }),
    );
  });
});

it.each([
  [{ low: 1.001, high: 1.04 }, 'alike'],
  [{ low: 1.001, high: 1.06 }, 'decided'],
  [{ low: 0.94, high: 0.999 }, 'decided'],
  [{ low: 0.96, high: 1.04 }, 'alike'],
  [{ low: 0.9, high: 1.2 }, 'open'],
  [null, 'open'],
] as const)('%j is %s within 5 %', (interval, judgement) => {
  expect(judged(interval, 0.05)).toBe(judgement);
});

it('expects the look at which a comparison is decided if it goes on like this', () => {
  const family = new ComparisonFamily(1);
  const some = ratios(1.2, 1.05, 1.3);
  const look = family.expectedLook(some, 0.05, 1000) ?? 0;
  expect(isLook(look)).toBe(true);
  expect(look).toBeGreaterThan(3);
  expect(family.expectedLook(some, 0.05, look - 1)).toBeNull();
  expect(family.expectedLook([], 0.05, 30)).toBe(3);
});

/** False decisions and missed ratios may be at most this, with room for the chance of the simulation itself. */
describe.each(Object.keys(noises) as Noise[])('with %s noise', (noise) => {
  it('equal things are seldom called different at any look, and intervals cover the ratio', () => {
    const experiments = 600;
    const room = 3 * Math.sqrt((0.05 * 0.95) / experiments);
    const equal = simulate(noise, { experiments, cells: 3, ratio: 1, seed: 7 });
    expect(equal.decided).toBeLessThan(0.05 + room);
    const apart = simulate(noise, { experiments, cells: 2, ratio: 1.3, seed: 11 });
    expect(apart.missed).toBeLessThan(0.05 + room);
    expect(apart.wrong).toBeLessThan(0.01);
  });
});
