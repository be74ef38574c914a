import { expect, it } from 'vitest';
import type { Crossover } from '../contracts/result.ts';
import { makeCell } from '../tests/support/records.ts';
import { sortCrossovers } from './crossovers.ts';

const cell = makeCell();
const made = (certain: boolean[], crossings: Crossover['crossings'] = []): Crossover => ({
  ...{ factor: 'protocol', cell, baseline: cell, of: 'users', figure: 'throughput' },
  levels: certain.map((one, level) => ({ level, ratio: 2, certain: one })),
  ...{ repetitions: 3, crossings, confidence: 0.95, finding: '' },
});
const crossing = (interval: { low: number; high: number } | null) =>
  [{ level: 3, higher: 'cell', interval }] as const;

it('puts first what is certain, and counts the others', () => {
  const apart = made([false, true]);
  const close = made([false, false]);
  const crossed = made([true, true], [...crossing(null), ...crossing({ low: 2, high: 4 })]);
  const seeming = made([true, false], [...crossing(null)]);
  const sorted = sortCrossovers([close, apart, seeming, crossed]);
  expect(sorted.certain).toEqual([apart, crossed]);
  expect(sorted.others).toEqual([close, seeming]);
  expect([sorted.remark, sortCrossovers([close]).remark]).toMatchSnapshot();
  expect(sortCrossovers([seeming, crossed]).remark).toMatch(
    /^Of 2 comparisons of two curves over load, 1 is not certain:/,
  );
  expect([sortCrossovers([apart]).remark, sortCrossovers([]).remark]).toEqual([null, null]);
});
