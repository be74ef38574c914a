import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../contracts/result.ts';
import { comparisonRows } from '../renderer/data/comparisons.ts';
import { testTrial } from '../tests/support/shown-trials.ts';
import { ratioOf, ratioPercent, ratioWords } from './ratios.ts';

describe('ratioWords', () => {
  it.each([
    [1.843, { times: '1.84×', percentOf: '184 %', percentChange: '+84 %' }],
    [0.366, { times: '0.37×', percentOf: '37 %', percentChange: '−63 %' }],
    [1, { times: '1.00×', percentOf: '100 %', percentChange: '0.0 %' }],
    [0.012, { times: '0.012×', percentOf: '1.2 %', percentChange: '−99 %' }],
    [Number.NaN, { times: '–', percentOf: '–', percentChange: '–' }],
  ])('writes %d in three forms', (times, words) => {
    const ratio = { times, percentOf: times * 100, percentChange: (times - 1) * 100 };
    expect(ratioWords(ratio)).toEqual(words);
  });
});

it.each([
  [1.0031, '0.31 %'],
  [1.084, '8.4 %'],
  [3.5, '250 %'],
  [1601, '160,000 %'],
])('writes by how many percent %d exceeds 1', (times, text) => {
  expect(ratioPercent(times)).toBe(text);
});

it('names a comparison and judges it by both of its cells', () => {
  const rest = testTrial();
  const grpc = testTrial({ cell: { protocol: 'grpc' }, verdict: 'suspect', reasons: ['Why.'] });
  const ratio = { times: 2, percentOf: 200, percentChange: 100 };
  const comparison: Comparison = {
    ...{ cell: grpc.cell, baseline: rest.cell, factor: 'protocol' },
    ...{ throughput: ratio, mean: ratio, p95: ratio },
  };
  expect(comparisonRows([comparison], [rest, grpc])[0]).toMatchObject({
    pair: 'gRPC vs REST',
    common: 'small · 10 users',
    verdict: 'suspect',
    reasons: ['Why.'],
  });
});

describe('ratioOf', () => {
  it('writes a ratio in its three forms', () => {
    expect(ratioOf(150, 200)).toEqual({ times: 0.75, percentOf: 75, percentChange: -25 });
  });

  it('is null if a side is missing', () => {
    expect([ratioOf(null, 1), ratioOf(1, null)]).toEqual([null, null]);
  });
});

describe('a ratio', () => {
  it('has three forms that agree', () => {
    const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (value, baseline) => {
        const found = ratioOf(value, baseline);
        expect(found).not.toBeNull();
        if (found === null) return;
        expect(found.percentOf).toBeCloseTo(100 * found.times, 6);
        const tolerance = 1e-9 * (1 + found.percentOf);
        expect(Math.abs(found.percentChange - (found.percentOf - 100))).toBeLessThan(tolerance);
      }),
    );
  });

  it.each([
    [1, 0],
    [0, 0],
    [Number.NaN, 1],
    [1, Number.NaN],
    [Number.POSITIVE_INFINITY, 1],
    [1e308, 1e-308],
    [-1, 1],
  ])('of %d to %d does not exist', (value, baseline) => {
    expect(ratioOf(value, baseline)).toBeNull();
  });
});
