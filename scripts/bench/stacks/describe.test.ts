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

describe('the table of stacks', () => {
  it('has medians of Wirebench’s loads, its maximum memory, and the ratios of each round', () => {
    const [, , row] = describeStacks([goRest], []).split('\n');
    expect(row).toBe(
      '| Go REST | 60,000 | 50,000 – 60,000 | 17.0 | 30 | 98 % | 40 % | 0 | 60,000 | 0.90 | 0.80 – 1.00 |',
    );
  });

  it('says when the service is not the limit', () => {
    expect(describeStacks([goRest], [])).toContain('in every row: throughput is the service’s');
    const idle = {
      ...goRest,
      contest: { standings: [standing('Wirebench', [1], 0.5)], dropouts: [] },
    };
    expect(describeStacks([goRest, { ...idle, protocol: 'grpc' }], [])).toContain(
      'in all rows but Go gRPC.',
    );
    expect(describeStacks([idle], [])).toContain('in no row');
  });

  it('reports the length of a warm-up, and when it was too short', () => {
    const java = (seconds: number, steady: boolean): MeasuredStack => ({
      ...{ ...goRest, stack: 'java', runtime: 'Java 17' },
      warmUp: { seconds, steady },
    });
    const text = describeStacks([java(12, true), java(30, false)], []);
    expect(text).toContain('Java 17. Java REST was steady after 12 s.');
    expect(text).toContain('Java REST was **not steady** after 30 s.');
  });

  it('names what is missing', () => {
    const dropout = { name: 'wrk', reason: 'wrk: ended with code 1\nmore' };
    const alone: MeasuredStack = {
      ...goRest,
      contest: { standings: [standing('Wirebench', [60_000])], dropouts: [dropout] },
      missing: ['h2load'],
    };
    const text = describeStacks([alone], ['Rust is not in the table: it has not been built.']);
    expect(text).toContain('| – | – | – |');
    expect(text).toContain('Not installed here: h2load.');
    expect(text).toContain('wrk failed with Go REST: wrk: ended with code 1');
    expect(text).toMatch(/Rust is not in the table: it has not been built\.$/);
    expect(describeStacks([], ['Nothing is built.'])).toBe('Nothing is built.');
  });

  it('says when service and generator count differently', () => {
    const [first] = goRest.loads;
    const wrong = { ...goRest, loads: first ? [{ ...first, counted: 1201 }] : [] };
    expect(describeStacks([goRest], [])).toContain('counted 3,250 requests in 3 loads');
    expect(describeStacks([wrong], [])).toContain(
      '**Counts differ**: the Go REST service counted 1,201 requests, Wirebench got 1,200 answers.',
    );
  });
});

describe('counts', () => {
  const load = (by: string, counted: number, reported: number) =>
    agrees({ by, counted, reported, cpuUs: 1, rssBytes: 1 });

  it('agree exactly, except for requests that a generator does not wait for', () => {
    expect([load('Wirebench', 10, 10), load('wrk', 60, 10), load('wrk', 10, 10)]).toEqual([
      ...[true, true, true],
    ]);
    expect([load('Wirebench', 11, 10), load('wrk', 61, 10), load('wrk', 9, 10)]).toEqual([
      ...[false, false, false],
    ]);
    expect(load('wrk', 10, Number.NaN)).toBe(false);
  });
});
