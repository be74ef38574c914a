import { expect, it } from 'vitest';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { CellAnalysis, ResultDocument } from '../../contracts/result.ts';
import { ratioOf } from '../../metrics/ratios.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { cellDetail, cellMean, commonCells, runRatioRows } from './runRatios.ts';

const cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' } as const;
const analysis = (part: Partial<CellAnalysis> = {}): CellAnalysis => ({
  cell,
  trials: 1,
  throughputRps: 1000,
  meanMs: 2,
  p95Ms: 4,
  errorShare: 0,
  ...part,
});
const document = (cells: CellAnalysis[], trials: readonly TrialResult[] = []) =>
  ({ analysis: { cells }, trials }) as ResultDocument;

it('two runs beside each other share the cells that both have', () => {
  const other = { ...cell, users: 50 };
  const both = commonCells(
    document([analysis(), analysis({ cell: other })]),
    document([analysis({ throughputRps: 1500 })]),
  );
  expect(both.map((one) => one.cell)).toEqual([cell]);
  expect(runRatioRows(both, 'throughput')).toMatchObject([
    {
      label: 'REST',
      detail: '10 users',
      ratio: { times: 1.5, percentChange: 50 },
      text: '1.50×',
    },
  ]);
});

it('two runs beside each other have none in common where one counts requests and the other iterations', () => {
  const ofPlan = document([analysis()], [testTrial({ counts: 'iterations' })]);
  const ofRequests = document([analysis()], [testTrial()]);
  expect(commonCells(ofPlan, ofRequests)).toEqual([]);
  expect(commonCells(ofPlan, ofPlan)).toHaveLength(1);
});

it('two runs beside each other have no ratio where one has no figure', () => {
  const nothing = analysis({ meanMs: 0 });
  expect(cellMean('mean', nothing)).toBeNull();
  expect(ratioOf(null, 2)).toBeNull();
  expect(runRatioRows(commonCells(document([nothing]), document([analysis()])), 'mean')).toEqual(
    [],
  );
});

it('two runs beside each other name a cell by what varies', () => {
  const tls = { ...cell, tls: 'mtls' } as const;
  expect(cellDetail(tls, [cell, { ...cell, shape: 'large' }])).toBe('small · 10 users · mTLS');
  const go = { ...cell, stack: 'go' } as const;
  expect(cellDetail(go, [go, { ...cell, stack: 'node' }])).toBe('10 users · Go');
});
