import { describe, expect, it } from 'vitest';
import type { Comparison } from '../contracts/result.ts';
import { comparisonRows } from '../renderer/data/comparisons.ts';
import { testTrial } from '../renderer/data/testTrials.ts';
import { ratioOf, ratioPercent, ratioWords } from './ratios.ts';

describe('ratioWords', () => {
  it.each([
    [1.843, { times: '1.84×', percentOf: '184 %', percentChange: '+84 %' }],
    [0.366, { times: '0.37×', percentOf: '37 %', percentChange: '−63 %' }],
    [1, { times: '1.00×', percentOf: '100 %', percentChange: '0.0 %' }],
    [0.012, { times: '0.012×', percentOf: '1.2 %', percentChange: '−99 %' }],
  ])('says %d in three ways', (times, words) => {
    const ratio = { times, percentOf: times * 100, percentChange: (times - 1) * 100 };
    expect(ratioWords(ratio)).toEqual(words);
  });

  it('has no words for a ratio to nothing', () => {
    const none = { times: Number.NaN, percentOf: Number.NaN, percentChange: Number.NaN };
    expect(ratioWords(none).times).toBe('–');
  });
});

it.each([
  [1.0031, '0.31 %'],
  [1.084, '8.4 %'],
  [3.5, '250 %'],
  [1601, '160,000 %'],
])('says by how many percent %d lies above 1', (times, text) => {
  expect(ratioPercent(times)).toBe(text);
});

it('names a comparison and judges it by both of its cells', () => {
  const rest = testTrial();
  const grpc = testTrial({ cell: { protocol: 'grpc' }, verdict: 'suspect', reasons: ['Why.'] });
  const ratio = { times: 2, percentOf: 200, percentChange: 100 };
  const comparison: Comparison = {
    cell: grpc.cell,
    baseline: rest.cell,
    factor: 'protocol',
    throughput: ratio,
    mean: ratio,
    p95: ratio,
  };
  expect(comparisonRows([comparison], [rest, grpc])[0]).toMatchObject({
    pair: 'gRPC against REST',
    common: 'small · 10 users',
    verdict: 'suspect',
    reasons: ['Why.'],
  });
});

describe('ratioOf', () => {
  it('says a ratio in its three ways', () => {
    expect(ratioOf(150, 200)).toEqual({ times: 0.75, percentOf: 75, percentChange: -25 });
  });

  it('has none where a side is missing or the baseline is nothing', () => {
    expect([ratioOf(null, 1), ratioOf(1, null), ratioOf(1, 0)]).toEqual([null, null, null]);
  });
});
