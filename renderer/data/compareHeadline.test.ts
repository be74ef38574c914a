import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComparisonReport, MetricComparison } from '../../contracts/compare.ts';
import { ratioOf } from '../../metrics/ratios.ts';
import { makeCell, makeCompared, makeHead, makePair } from '../../tests/support/records.ts';
import { compareHeadline } from './compareHeadline.ts';

type Figures = readonly [
  finding: MetricComparison['finding'],
  times: number,
  low: number,
  high: number,
];

/** A comparison of a run `b` with a baseline `a`, which is older unless said otherwise. */
function report(
  cells: readonly Figures[],
  isOlder = true,
  cautions: string[] = [],
): ComparisonReport {
  const dates = isOlder ? ['2026-01-01', '2026-01-02'] : ['2026-01-02', '2026-01-01'];
  const rows = cells.map(([finding, times, low, high], index) => ({
    ...makePair('b', makeCell({ users: index + 1 }), [
      makeCompared({ finding, ratio: ratioOf(times, 1), interval: { low, high } }),
    ]),
    cautions,
  }));
  const runs = ['a', 'b'].map((id, index) => ({
    ...makeHead({ id, name: id, startedAt: `${dates[index]}T00:00:00.000Z` }),
    cells: [],
    differences: [],
  }));
  return { confidence: 0.95, runs, rows, unmatched: [], tests: rows.length };
}
const different: Figures = ['different', 1.84, 1.6, 2.1];
const slower: Figures = ['different', 0.5, 0.4, 0.625];
const open: Figures = ['undetected', 1.1, 0.9, 1.3];
const alike: Figures = ['alike', 1.01, 0.98, 1.03];

describe('compareHeadline', () => {
  it('names no winner among cells that did not do the same work', () => {
    const sentence =
      'the baseline kept its connections and the other opened a connection for each request.';
    const unlike = [{ code: 'connections' as const, sentence }];
    const one = report([different]);
    const rows = one.rows.map((row) => ({ ...row, unlike }));
    expect(compareHeadline({ ...one, rows }, 'throughput')).toBe(`Not comparable: ${sentence}`);
    const two = report([different, different]);
    const [first, second] = two.rows;
    if (!first || !second) throw new Error('two rows were made');
    expect(compareHeadline({ ...two, rows: [first, { ...second, unlike }] }, 'throughput')).toBe(
      'The throughput of the newer run is 1.8 times that of the older run (between 1.6 and 2.1). 1 cell did not do the same work: see the cautions.',
    );
  });

  it.each<readonly [string, ComparisonReport, string]>([
    [
      'a decided cell',
      report([different]),
      'The throughput of the newer run is 1.8 times that of the older run (between 1.6 and 2.1).',
    ],
    [
      'one the other way',
      report([slower]),
      'The throughput of the older run is 2.0 times that of the newer run (between 1.6 and 2.5).',
    ],
    [
      'a newer baseline',
      report([different], false),
      'The throughput of the older run is 1.8 times that of the newer run (between 1.6 and 2.1).',
    ],
    [
      'equal ones',
      report([alike]),
      'Between the throughput of the newer run and that of the older run there is no difference worth mentioning (between 0.98 and 1.03 times).',
    ],
    [
      'an open one',
      report([open]),
      'It is open whether the throughput of the newer run differs from that of the older run: it is between 0.90 and 1.30 times as high.',
    ],
    [
      'one that may be chance',
      report([['tentative', 1.2, 1.1, 1.3]]),
      'It is open whether the throughput of the newer run differs from that of the older run: it is between 1.1 and 1.3 times as high, which may be chance among so many comparisons.',
    ],
    [
      'several',
      report([different, slower, open, alike]),
      'Of 4 cells, the throughput of the newer run is higher than that of the older run in 1 and lower in 1, most in REST · 2 users: 2.0 times as low (between 1.6 and 2.5); it shows no difference worth mentioning in 1; it is open in 1.',
    ],
    [
      'several open ones',
      report([open, open]),
      'It is open in both cells whether the throughput of the newer run differs from that of the older run.',
    ],
    [
      'several equal ones',
      report([alike, alike]),
      'In none of 2 cells does the throughput of the newer run differ from that of the older run by more than is worth mentioning.',
    ],
    [
      'failures',
      report([different], true, [
        'Up to 41 % of the requests of a trial of the baseline failed; figures of latency cover only the others.',
      ]),
      'Too many requests failed for speeds to be compared.',
    ],
    [
      'several in one direction',
      report([different, different, different]),
      'In all 3 cells, the throughput of the newer run is higher than that of the older run, most in REST · 1 user: 1.8 times as high (between 1.6 and 2.1).',
    ],
  ])('says of %s', (_what, given, words) => {
    expect(compareHeadline(given, 'throughput')).toBe(words);
  });

  it('has nothing to say without cells of both', () => {
    expect(compareHeadline(report([]), 'throughput')).toBeNull();
  });

  it('names a ratio only for what is decided, and always above 1', () => {
    const findings = fc.constantFrom('different', 'tentative', 'undetected', 'alike');
    fc.assert(
      fc.property(findings, fc.double({ min: 0.01, max: 100, noNaN: true }), (finding, times) => {
        fc.pre(Math.abs(times - 1) > 0.01);
        const words = compareHeadline(
          report([[finding, times, times * 0.99, times * 1.01]]),
          'throughput',
        );
        const ratio = /is ([\d.,]+) times that of/.exec(words ?? '');
        expect(ratio !== null).toBe(finding === 'different');
        if (ratio) expect(Number(ratio[1]?.replace(',', ''))).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
