import { describe, expect, it } from 'vitest';
import { comparisonKey, type ReportFigure, reportDataSchema } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { sampleDocument } from '../../../tests/support/sample-document.ts';
import { comparisonsOf } from './of-report.ts';
import { compareRuns } from './report.ts';

const named = (document: ResultDocument, id: string): ResultDocument => ({
  ...document,
  run: { ...document.run, id },
});
const baseline = named(sampleDocument(), 'baseline');
const other = named(sampleDocument(), 'other');
const figure: Extract<ReportFigure, { type: 'intervals' }> = {
  type: 'intervals',
  baselineId: 'baseline',
  otherIds: ['gone', 'other'],
  metric: 'throughput',
};

describe('the comparisons of a report', () => {
  it('are those of the Compare view, without metrics that no figure shows', () => {
    const { [comparisonKey(figure)]: report, ...rest } = comparisonsOf([figure], [baseline, other]);
    expect(rest).toEqual({});
    const whole = compareRuns({ head: baseline.run, trials: baseline.trials }, [
      { head: other.run, trials: other.trials },
    ]);
    expect(report?.tests).toBe(whole.tests);
    expect(report?.rows.map(({ metrics }) => metrics.map(({ metric }) => metric))).toEqual(
      whole.rows.map(() => ['throughput', 'mean', 'p95']),
    );
    expect(report?.rows[0]?.metrics[0]).toEqual(whole.rows[0]?.metrics[0]);
    expect(reportDataSchema.shape.comparisons.parse({ key: report })).toEqual({ key: report });
  });

  it('are left out where a side is deleted, and where no figure needs them', () => {
    expect(comparisonsOf([figure], [other])).toEqual({});
    expect(comparisonsOf([figure], [baseline])).toEqual({});
    expect(comparisonsOf([{ type: 'trials', runId: 'other' }], [baseline, other])).toEqual({});
  });
});
