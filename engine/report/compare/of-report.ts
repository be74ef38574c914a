import { type ComparisonReport, compareLimits } from '../../../contracts/compare.ts';
import { comparisonKey, type ReportFigure, reportMetricSchema } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { cellsOfRun } from './measured-run.ts';
import { compareRuns } from './report.ts';

/**
 * Data of the interval figures of a report, by {@link comparisonKey}: the comparison that
 * the Compare view makes of these runs. Deleted runs are left out; without the baseline, or any
 * other run, there is none.
 */
export function comparisonsOf(
  figures: readonly ReportFigure[],
  documents: readonly ResultDocument[],
): Record<string, ComparisonReport> {
  const wanted = figures.filter((figure) => figure.type === 'intervals');
  const measured = (runId: string) =>
    documents.flatMap(({ run, trials }) => (run.id === runId ? [{ head: run, trials }] : []));
  const entries = wanted.flatMap((figure) => {
    const [baseline] = measured(figure.baselineId);
    const others = figure.otherIds.flatMap(measured);
    if (!baseline || others.length === 0) return [];
    // Too many pairs of cells for a comparison, and so for a figure.
    const pairs = others.length * cellsOfRun(baseline).length;
    if (pairs > compareLimits.rows) return [];
    return [[comparisonKey(figure), lean(compareRuns(baseline, others))] as const];
  });
  return Object.fromEntries(entries);
}

/** Without the metrics that reports do not show. */
function lean(report: ComparisonReport): ComparisonReport {
  const shown: readonly string[] = reportMetricSchema.options;
  const rows = report.rows.map((row) => ({
    ...row,
    metrics: row.metrics.filter(({ metric }) => shown.includes(metric)),
  }));
  return { ...report, rows };
}
