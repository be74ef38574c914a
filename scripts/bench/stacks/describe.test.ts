import { describe, expect, it } from 'vitest';
import type { Standing } from '../contest/interleave.ts';
import { agrees, describeStacks } from './describe.ts';
import type { MeasuredStack } from './measure.ts';

const standing = (name: string, rates: readonly number[], serviceCores = 0.98): Standing => ({
  ...{ name, rates, rounds: rates.length, failed: 0, cpuUs: 5, generatorCores: 0.4 },
  ...{ serviceCores, rssPeakBytes: 1e6, throughputRps: rates[0] ?? 0 },
  ...{ lowestRps: Math.min(...rates), highestRps: Math.max(...rates) },
});

const goRest: MeasuredStack = {
  ...{ stack: 'go', protocol: 'rest', runtime: 'Go 1.26.8', warmUp: null, missing: [] },
  contest: {
    standings: [standing('Wirebench', [60_000, 50_000]), standing('wrk', [60_000, 62_500])],
    dropouts: [],
  },
  loads: [
    { by: 'Wirebench', counted: 1200, reported: 1200, cpuUs: 16, rssBytes: 20e6 },
    { by: 'wrk', counted: 1050, reported: 1000, cpuUs: 99, rssBytes: 90e6 },
    { by: 'Wirebench', counted: 1000, reported: 1000, cpuUs: 18, rssBytes: 30e6 },
  ],
};
const only = (one: Standing, dropouts: MeasuredStack['contest']['dropouts'] = []) => ({
  contest: { standings: [one], dropouts },
});
const idle: MeasuredStack = { ...goRest, ...only(standing('Wirebench', [1], 0.5)) };
const java = (seconds: number, steady: boolean): MeasuredStack => ({
  ...{ ...goRest, stack: 'java', runtime: 'Java 17' },
  warmUp: { seconds, steady },
});
const dropout = { name: 'wrk', reason: 'wrk: ended with code 1\nmore' };
const alone: MeasuredStack = {
  ...{ ...goRest, missing: ['h2load'] },
  ...only(standing('Wirebench', [60_000]), [dropout]),
};

describe('the table of stacks', () => {
  it('has medians of Wirebench’s loads, its maximum memory, and the ratios of each round', () => {
    const [, , row] = describeStacks([goRest], []).split('\n');
    expect(row).toBe(
      '| Go REST | 60,000 | 50,000 – 60,000 | 17.0 | 30 | 98 % | 40 % | 0 | 60,000 | 0.90 | 0.80 – 1.00 |',
    );
  });

  it.each<[string, MeasuredStack[]]>([
    ['that the service is the limit', [goRest]],
    ['where the service is not the limit', [goRest, { ...idle, protocol: 'grpc' }]],
    ['that the service is the limit nowhere', [idle]],
    ['the length of a warm-up, and when it was too short', [java(12, true), java(30, false)]],
    ['what is missing', [alone]],
    [
      'where service and generator count differently',
      [{ ...goRest, loads: goRest.loads.slice(0, 1).map((one) => ({ ...one, counted: 1201 })) }],
    ],
    ['that nothing is built', []],
  ])('says %s', (_what, stacks) => {
    expect(describeStacks(stacks, ['Rust is not in the table.'])).toMatchSnapshot();
  });
});

it('counts agree exactly, except for requests that a generator does not wait for', () => {
  const load = (by: string, counted: number, reported: number) =>
    agrees({ by, counted, reported, cpuUs: 1, rssBytes: 1 });
  const right = [load('Wirebench', 10, 10), load('wrk', 60, 10), load('wrk', 10, 10)];
  const wrong = [load('Wirebench', 11, 10), load('wrk', 61, 10), load('wrk', 9, 10)];
  expect([right, wrong]).toEqual([Array(3).fill(true), Array(3).fill(false)]);
  expect(load('wrk', 10, Number.NaN)).toBe(false);
});
