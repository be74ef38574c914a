import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalDecimals, pWords } from '../../../metrics/ratios.ts';
import {
  differentWords,
  noIntervalWords,
  notComparableWords,
  tentativeWords,
  undetectedWords,
} from './words.ts';

const facts = {
  metric: 'throughput',
  counts: 'requests',
  times: 1.8,
  interval: { low: 1.62, high: 2.03 },
  confidence: 0.95,
} as const;

describe('findings in words', () => {
  it('state the ratio and its certainty', () => {
    expect(differentWords(facts)).toMatchSnapshot();
    expect(tentativeWords(facts, 0.31, 84)).toMatchSnapshot();
    expect(undetectedWords({ low: 0.97, high: 1.04 })).toMatchSnapshot();
  });

  it('of plans refer to iterations, and say when there is no ratio', () => {
    const ofPlan = { ...facts, metric: 'p95', counts: 'iterations' } as const;
    expect(differentWords(ofPlan)).toMatchSnapshot();
    expect(notComparableWords({ baseline: 'requests', other: 'iterations' })).toMatchSnapshot();
  });

  it.each([
    [[2], [3], 1.5],
    [[2], [3, 3.1], 1.5],
    [[2, 2.1], [3], 1.5],
    [[2, 2], [3, 3], 1.5],
    [[1e-300, 1], [3, 3], 1.5],
    [[2, 2], [0, 0], null],
    [[], [3], null],
    [[3], [], null],
    [[], [], null],
  ])('say why there is no interval: %j against %j', (baseline, other, times) => {
    expect(
      noIntervalWords({ metric: 'p99', counts: 'requests' }, baseline, other, times),
    ).toMatchSnapshot();
  });
});

describe('decimals of an interval', () => {
  it.each([
    [1.62, 2.03, 1],
    [0.97, 1.04, 2],
    [1.004, 1.3, 3],
    [12.2, 19.7, 1],
    [0.011, 0.013, 3],
  ])('%d to %d takes %d', (low, high, decimals) => {
    expect(intervalDecimals({ low, high })).toBe(decimals);
  });

  it('never round an end across 1', () => {
    const end = fc.double({ min: 1e-4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(end, end, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre([low, high].every((one) => Math.abs(one - 1) > 1e-5));
        const decimals = intervalDecimals({ low, high });
        for (const one of [low, high]) {
          expect(Math.sign(Number(one.toFixed(decimals)) - 1)).toBe(Math.sign(one - 1));
        }
      }),
    );
  });

  it('writes small p as upper bounds', () => {
    expect([0.0412, 1, 0.00001].map(pWords)).toEqual(['0.041', '1', 'below 0.0001']);
  });
});
