import { comparisonKey, type ReportData, type ReportFigure } from '../../../contracts/report.ts';
import { testsOf, testsText } from '../../../metrics/comparisons.ts';
import { IntervalChart, intervalChartHeight } from '../../charts/IntervalChart.tsx';
import {
  chartSummary,
  comparedFacts,
  comparedRows,
  comparedTable,
  notComparableNotes,
} from '../../data/compareRows.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { sentences } from './source.ts';

/** Rows that a page has room for; the table has all. */
const maxDrawn = 24;

/** A metric of each cell of some runs against the same cell of a baseline, with intervals; null if the runs are gone, or have no common cell. */
export function intervalsModel(
  figure: Extract<ReportFigure, { type: 'intervals' }>,
  data: ReportData,
): FigureModel | null {
  const report = data.comparisons[comparisonKey(figure)];
  if (!report) return null;
  const rows = comparedRows(report, figure.metric);
  if (rows.length === 0) return null;
  const { title, better } = comparedFacts(figure.metric, rows);
  const drawn = rows.slice(0, maxDrawn);
  const compared = drawn.map((row) => row.compared);
  const [baseline, ...others] = report.runs;
  const numbered = others.length > 1;
  const names = others.map(({ name }, index) =>
    numbered ? `run ${index + 1}: “${name}”` : `“${name}”`,
  );
  return {
    stem: fileStem('intervals', title),
    kind: 'figure',
    caption: sentences(
      `${title} of ${names.join(', ')} divided by that of “${baseline?.name ?? ''}”, cell by cell, as ratios of geometric means over the trials with ${report.confidence * 100} % intervals (Welch on logarithms); ${better} is better, 1 is no difference`,
      'Filled markers: the interval excludes 1',
      ...(testsOf(compared) > 1
        ? [`Dashed: that may be chance by Holm’s correction for ${testsText(compared)}`]
        : []),
      ...notComparableNotes(rows),
      ...(rows.length > maxDrawn ? [`The first ${maxDrawn} of ${rows.length} cells`] : []),
    ),
    width: 'page',
    alwaysWide: true,
    table: comparedTable(figure.metric, rows),
    chart: {
      legend: [],
      height: (width) => intervalChartHeight(drawn, width),
      draw: (area) => <IntervalChart rows={drawn} {...area} />,
      summary: chartSummary(figure.metric, drawn),
    },
  };
}
