import { expect, it } from 'vitest';
import type { EnergyRow, PerformanceRow } from '../../contracts/statistics.ts';
import { statisticsOf } from '../../engine/report/statistics/analysis.ts';
import { studyOf } from '../../engine/report/statistics/study/study.ts';
import { countValues } from '../../engine/stats/counted.ts';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import {
  aaRows,
  barsTable,
  bootstrapSummary,
  cellRows,
  detectableText,
  ecdfSummary,
  ecdfTable,
  isFarApart,
  isRepeated,
  statisticsRows,
  statisticsTable,
  studyNoun,
  studyUnit,
} from './statistics.ts';

const rps = [1000, 1010, 990, 1005];
const trials = (['rest', 'soap'] as const).flatMap((protocol) =>
  rps.map((one, index) =>
    makeResult(`${protocol}-${index}`, {
      cell: makeCell({ protocol }),
      repetition: index + 1,
      throughputRps: protocol === 'rest' ? one : one / 2 + index,
    }),
  ),
);
const run = { head: makeHead(), trials };
const metrics = ['throughput' as const];
const found = statisticsOf(run, { factor: null, against: null, metrics });
const study = {
  factor: null,
  control: null,
  treatment: null,
  side: 'less',
  alpha: 0.05,
  repetition: 1,
  metric: null,
} as const;

it('the statistics of a run have a row for each comparison, with what could have been seen', () => {
  const [row, ...more] = statisticsRows(found, 'throughput');
  expect(more).toEqual([]);
  expect(row).toMatchObject({ label: 'SOAP', run: '' });
  expect(detectableText(row?.detectable ?? null)).toMatch(/^\d\.\d %$/);
  expect(detectableText(null)).toBe('–');
  const table = statisticsTable('throughput', row ? [row] : []);
  const [times, percentOf, change] = (table.rows[0] ?? []).slice(2, 5).map(Number);
  expect(percentOf).toBeCloseTo(100 * (times ?? 0), 9);
  expect(change).toBeCloseTo(100 * (times ?? 0) - 100, 9);
  expect(table.header.slice(2, 5)).toEqual(['Times', '% of', '% change']);
  expect(statisticsRows(found, 'p95')).toEqual([]);
});

it('the statistics of a run have a row for each cell, and one for each cell of the check of equal things', () => {
  expect(cellRows(found, 'throughput').map(({ label, figure }) => [label, figure.trials])).toEqual([
    ['REST', 4],
    ['SOAP', 4],
  ]);
  expect(aaRows(found.aa, 'throughput').map(({ label }) => label)).toEqual(['REST', 'SOAP']);
  expect(aaRows(found.aa, 'p50')).toEqual([]);
  expect(isRepeated(found)).toBe(true);
  const once = { head: makeHead(), trials: trials.slice(0, 1) };
  const choice = { factor: null, against: null, metrics };
  expect(isRepeated(statisticsOf(once, choice))).toBe(false);
  expect(statisticsRows(statisticsOf(once, choice), 'throughput')).toEqual([]);
});

it('the procedures of a study have their samples as tables and in words', () => {
  const result = studyOf(run, { ...study, pipeline: 'isep-performance' }, () =>
    countValues([1, 2, 2, 4]),
  );
  expect([studyNoun(result), studyUnit(result)]).toEqual(['latency', 'ms']);
  const [row] = result.rows as PerformanceRow[];
  const arms = row ? [row.control, row.treatment] : [];
  expect(ecdfTable('ECDF', arms, 'ms').rows.slice(0, 3)).toEqual([
    ['rest', 1, 0.25],
    ['rest', 2, 0.75],
    ['rest', 4, 1],
  ]);
  expect(isFarApart(arms)).toBe(false);
  const wide = arms.map((arm) => ({ ...arm, ecdf: [...arm.ecdf, { value: 50, share: 1 }] }));
  expect(isFarApart(wide)).toBe(true);
  expect(ecdfSummary('latency', arms, 'ms')).toBe(
    'Share of the values of latency at or below each value. rest: 4 values, half of them at most 2 ms; soap: 4 values, half of them at most 2 ms.',
  );
});

it('the procedures of a study have their resamples as a table and in words', () => {
  const result = studyOf(run, { ...study, pipeline: 'isep-energy' }, () => []);
  expect([studyNoun(result), studyUnit(result)]).toEqual(['throughput', 'requests/s']);
  const row = result.rows[0] as EnergyRow;
  const table = barsTable('Bootstrap', row, 'requests/s');
  expect(table.rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(10_000);
  expect(bootstrapSummary(row, 'requests/s')).toMatch(
    /^Resampled differences of the means around -499 requests\/s, 95 % of them from -50\d to -49\d requests\/s; the share at or above 0 is 0\.$/,
  );
});
