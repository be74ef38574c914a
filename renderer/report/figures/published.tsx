import {
  type ComparedTable,
  drawableMetrics,
  drawnUnit,
  type PublishedComparison,
} from '../../../contracts/published.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import {
  PublishedChart,
  publishedChartHeight,
  publishedLegend,
} from '../../charts/PublishedChart.tsx';
import {
  publishedFigureTable,
  raisedNumbers,
  studyFormTable,
  tableGrid,
} from '../../data/published.ts';
import { publishedFigure, publishedNotes, publishedSummary } from '../../data/publishedFigure.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

type Of<T extends ReportFigure['type']> = Extract<ReportFigure, { type: T }>;

/** The table of a figure; null if the run no longer names it. */
function comparedOf({ document, data }: Source, id: string) {
  const comparison = data.published[document.run.id];
  const compared = comparison?.tables.find(({ table }) => table.id === id);
  return comparison && compared ? { comparison, compared } : null;
}

/** Source of the values, machines of both, and their agreement. */
function aboutBoth(
  { study, run }: PublishedComparison,
  { table, words, notes }: ComparedTable,
): string[] {
  return [
    `Published: ${study.author}, ${study.institution} ${study.year}, ${table.source}, on ${table.machine}`,
    `Here: ${run.machine}`,
    `Measured: ${run.size}`,
    words,
    ...notes,
  ];
}

/** Our columns of one metric, with an open marker at each published value. */
export function publishedModel(
  source: Source,
  { table: id, metric: key }: Of<'published'>,
): FigureModel | null {
  const found = comparedOf(source, id);
  const metric = found && drawableMetrics(found.compared).find((one) => one.key === key);
  if (!found || !metric) return null;
  const { comparison, compared } = found;
  const figure = publishedFigure(compared, metric);
  const { table } = compared;
  const better = metric.better === 'neither' ? '' : `; ${metric.better} is better`;
  return {
    stem: fileStem('published', table.study, table.id, table.metrics.length > 1 ? key : ''),
    kind: 'figure',
    caption: sentences(
      `${table.title}: ${metric.name}, in ${drawnUnit(metric)}, here and as published${better}`,
      ...publishedNotes(figure),
      ...aboutBoth(comparison, compared),
      runOrigin(source.document.run),
    ),
    width: figure.groups.length * figure.series.length > 12 ? 'page' : 'column',
    table: publishedFigureTable(compared),
    chart: {
      legend: publishedLegend(figure),
      height: () => publishedChartHeight(figure),
      draw: (area) => <PublishedChart figure={figure} {...area} />,
      summary: publishedSummary(figure),
    },
  };
}

/** A published table as printed in its study, with our result after each value, and marks with their reasons. */
export function publishedTableModel(
  source: Source,
  { table: id }: Of<'published-table'>,
): FigureModel | null {
  const found = comparedOf(source, id);
  if (!found) return null;
  const { comparison, compared } = found;
  const { table, ours } = compared;
  const { footnotes } = tableGrid(table, ours);
  return {
    stem: fileStem('published-table', table.study, table.id),
    kind: 'table',
    caption: sentences(
      `${table.title} in the form of the study: published / here`,
      ...aboutBoth(comparison, compared),
      ...footnotes.map(({ kind, note }, index) => `${raisedNumbers([index + 1])} ${kind}: ${note}`),
      ...table.notes,
      ...table.claims.map((claim) => `The study: ${claim}`),
      runOrigin(source.document.run),
    ),
    width: 'page',
    chart: null,
    table: studyFormTable(compared),
  };
}
