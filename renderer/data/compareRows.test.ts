import { describe, expect, it } from 'vitest';
import type {
  CellComparison,
  ComparisonReport,
  MetricComparison,
} from '../../contracts/compare.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { findingText, intervalText } from '../../metrics/comparisons.ts';
import {
  makeCompared as compared,
  makeCell,
  makeHead,
  makePair,
} from '../../tests/support/records.ts';
import {
  comparedFacts,
  comparedRows,
  comparedTable,
  notComparableNotes,
  pText,
  rowName,
  shortFinding,
  summaryText,
  timesText,
} from './compareRows.ts';

const pair = (
  runId: string,
  part: Partial<Cell> = {},
  figures: Partial<MetricComparison> = {},
): CellComparison => makePair(runId, makeCell(part), [compared(figures)]);

const report = (rows: CellComparison[], runs: readonly string[]): ComparisonReport => ({
  confidence: 0.95,
  runs: runs.map((id) => ({ ...makeHead({ id, name: id }), cells: [], differences: [] })),
  rows,
  unmatched: [],
  tests: rows.length,
});

describe('rows of a comparison', () => {
  it('name what varies, and the run only if there are several; omit unmeasured cells', () => {
    const two = report([pair('b'), pair('b', { shape: 'large' })], ['a', 'b']);
    expect(comparedRows(two, 'throughput').map(rowName)).toEqual(['REST · small', 'REST · large']);
    const three = report([pair('b'), pair('b', { tls: 'on' }), pair('c')], ['a', 'b', 'c']);
    expect(comparedRows(three, 'throughput').map(rowName)).toEqual([
      'REST · no TLS, run 1',
      'REST · no TLS, run 2',
      'REST · TLS, run 1',
    ]);
    const nothing = { trials: 0, mean: null, low: null, high: null };
    const rows = [pair('b', {}, { baseline: nothing, other: nothing })];
    expect(comparedRows(report(rows, ['a', 'b']), 'throughput')).toEqual([]);
    expect(comparedRows(report([pair('b')], ['a', 'b']), 'p99')).toEqual([]);
  });

  it('are counted by finding', () => {
    const finding = (users: number, part: Partial<MetricComparison>) => pair('b', { users }, part);
    const all = [
      pair('b'),
      finding(1, { ratio: { times: 0.5, percentOf: 50, percentChange: -50 } }),
      finding(2, { finding: 'undetected' }),
      finding(3, { finding: 'untold', interval: null }),
      finding(4, { finding: 'tentative' }),
    ];
    const rows = comparedRows(report(all, ['a', 'b']), 'throughput');
    expect(summaryText(rows)).toBe(
      '5 cells: 1 higher, 1 lower, 1 that may be chance, 1 without a detectable difference, 1 without an interval',
    );
    expect(comparedTable('throughput', rows).rows[0]).toEqual([
      'rest · small · 10 users · tls off · raw',
      '',
      1000,
      1800,
      1.8,
      1.62,
      2.03,
      0.002,
      'about 1.8 times the throughput',
    ]);
  });
});

const ofPlans = (counts: CellComparison['counts'], figures: Partial<MetricComparison> = {}) =>
  comparedRows(report([{ ...pair('b', {}, figures), counts }], ['a', 'b']), 'throughput');

it('rows of plans count iterations', () => {
  const rows = ofPlans({ baseline: 'iterations', other: 'iterations' });
  expect(comparedTable('throughput', rows).header).toContain('Baseline (iterations/s)');
  expect(comparedFacts('p95', rows).title).toBe('p95 time of an iteration');
  expect(notComparableNotes(rows)).toEqual([]);
});

it('rows of plans have no ratio to requests, and say why', () => {
  const rows = ofPlans(
    { baseline: 'requests', other: 'iterations' },
    { finding: 'unlike', ratio: null, interval: null },
  );
  expect(comparedTable('throughput', rows).header.slice(2, 4)).toEqual([
    'Baseline (requests/s)',
    'Compared (iterations/s)',
  ]);
  expect(comparedFacts('mean', rows).title).toBe('Mean latency or Mean time of an iteration');
  expect(summaryText(rows)).toBe('1 cell: 1 that count different things');
  expect(rows.map(({ compared }) => findingText(compared))).toEqual(['different things counted']);
  expect(notComparableNotes(rows)).toEqual([
    '1 cell has no ratio: one side counts requests, the other iterations of a use case.',
  ]);
});

it.each<[string, Partial<MetricComparison>, string, string, string]>([
  ['in digits that suit the interval', {}, '1.8×', '1.6 to 2.0', 'higher, better'],
  ['with lower as better', { metric: 'p99' }, '1.8×', '1.6 to 2.0', 'higher, worse'],
  ['without an interval', { interval: null, finding: 'untold' }, '1.8×', '–', 'no interval'],
  ['without a ratio', { ratio: null, finding: 'undetected' }, '–', '1.6 to 2.0', 'none detected'],
])('a comparison is written %s', (_what, part, times, interval, finding) => {
  const one = compared(part);
  expect([timesText(one), intervalText(one), shortFinding(one)]).toEqual([
    times,
    interval,
    finding,
  ]);
});

it('findings say which direction is better and what may be chance, and p has few digits', () => {
  expect(findingText(compared())).toBe('higher, better');
  expect(findingText(compared({ metric: 'p99' }))).toBe('higher, worse');
  expect(findingText(compared({ finding: 'tentative' }))).toBe('higher, but may be chance');
  expect(findingText(compared({ finding: 'untold' }))).toBe('no interval');
  expect([pText(null), pText(0.00001), pText(0.031)]).toEqual(['–', '< 0.0001', '0.031']);
});
