import { metricFacts } from '../../../contracts/compare.ts';
import { type ReportFigure, statisticsKey } from '../../../contracts/report.ts';
import { studyTitle } from '../../../contracts/statistics.ts';
import { testsOf, testsText } from '../../../metrics/comparisons.ts';
import { BootstrapChart } from '../../charts/BootstrapChart.tsx';
import { armLooks, EcdfChart } from '../../charts/EcdfChart.tsx';
import { IntervalChart, intervalChartHeight } from '../../charts/IntervalChart.tsx';
import { chartSummary } from '../../data/compareRows.ts';
import {
  aaRows,
  barsTable,
  bootstrapSummary,
  ecdfSummary,
  ecdfTable,
  isFarApart,
  type StatisticsRow,
  type StudyRow,
  statisticsRows,
  statisticsTable,
  studyNoun,
  studyUnit,
} from '../../data/statistics.ts';
import { fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { runOrigin, type Source, sentences } from './source.ts';

type Of<T extends ReportFigure['type']> = Extract<ReportFigure, { type: T }>;

/** Maximum rows in a page; the table has all. */
const maxDrawn = 24;

interface IntervalFigure {
  readonly stem: string;
  readonly metric: Of<'statistics'>['metric'];
  readonly rows: readonly StatisticsRow[];
  /** Sentences of the caption. */
  readonly words: readonly string[];
}

/** A figure of rows with intervals: all rows in the table, some drawn. */
function intervalFigure(source: Source, figure: IntervalFigure): FigureModel {
  const { stem, metric, rows, words } = figure;
  const drawn = rows.slice(0, maxDrawn);
  return {
    stem,
    kind: 'figure',
    caption: sentences(
      ...words,
      ...(rows.length > maxDrawn ? [`The first ${maxDrawn} of ${rows.length} cells`] : []),
      runOrigin(source.document.run),
    ),
    width: 'page',
    alwaysWide: true,
    table: statisticsTable(metric, rows),
    chart: {
      legend: [],
      height: (width) => intervalChartHeight(drawn, width),
      draw: (area) => <IntervalChart rows={drawn} {...area} />,
      summary: chartSummary(metric, drawn),
    },
  };
}

/** Cells that differ in one factor, with intervals over the repetitions; null if the run no longer has them. */
export function statisticsModel(source: Source, figure: Of<'statistics'>): FigureModel | null {
  const found = source.data.statistics[statisticsKey(figure)];
  if (!found?.comparison || found.comparison.rows.length === 0) return null;
  const { metric, factor, against } = figure;
  const { title, better } = metricFacts[found.counts][metric];
  const { confidence } = found.comparison;
  const rows = statisticsRows(found, metric);
  const compared = rows.slice(0, maxDrawn).map((row) => row.compared);
  return intervalFigure(source, {
    stem: fileStem('statistics', title, factor),
    metric,
    rows,
    words: [
      `${title} divided by that of the cell with ${factor} ${against} and all else equal, as ratios of geometric means over the repetitions with ${confidence * 100} % intervals (Welch on logarithms); ${better} is better, 1 is no difference`,
      'Filled markers: the interval excludes 1',
      ...(testsOf(compared) > 1
        ? [`Dashed: that may be chance by Holm’s correction for ${testsText(compared)}`]
        : []),
      found.aa.words,
    ],
  });
}

/** Even against odd repetitions of each cell; null if the run has too few. */
export function aaCheckModel(source: Source, figure: Of<'aa-check'>): FigureModel | null {
  const found = source.data.statistics[statisticsKey(figure)];
  if (!found || found.aa.rows.length === 0) return null;
  const { aa, counts } = found;
  const { metric } = figure;
  const { title } = metricFacts[counts][metric];
  return intervalFigure(source, {
    stem: fileStem('aa-check', title),
    metric,
    rows: aaRows(aa, metric).map((row) => ({ ...row, detectable: null })),
    words: [
      `${title} of the even repetitions of each cell divided by that of the odd ones, with 95 % intervals (Welch on logarithms); they are identical`,
      aa.words,
    ],
  });
}

/** The row of a study's procedure for a figure. */
function studied({ data }: Source, figure: Of<'ecdf' | 'bootstrap'>) {
  const found = data.studies[statisticsKey(figure)];
  const rows: readonly StudyRow[] = found?.rows ?? [];
  const row = rows.find(({ name }) => name === figure.study.name);
  if (!found || !row) return null;
  return { found, row, unit: studyUnit(found), noun: studyNoun(found) };
}

/** The distributions of both samples of a study's procedure. */
export function ecdfModel(source: Source, figure: Of<'ecdf'>): FigureModel | null {
  const study = studied(source, figure);
  if (study === null) return null;
  const { found, row, unit, noun } = study;
  const arms = [row.control, row.treatment];
  return {
    stem: fileStem('distribution', noun, row.name),
    kind: 'figure',
    caption: sentences(
      `${studyTitle(found)}: share of the values of ${noun} at or below each value, ${row.name}`,
      `${row.decision}: ${row.words}`,
      runOrigin(source.document.run),
    ),
    width: 'column',
    table: ecdfTable(`Distribution of ${noun}, ${row.name}`, arms, unit),
    chart: {
      legend: armLooks(arms),
      height: () => 236,
      draw: (area) => (
        <EcdfChart
          arms={arms}
          title={`${noun}, ${unit}`}
          {...area}
          log={new Set(isFarApart(arms) ? ['value'] : [])}
        />
      ),
      summary: ecdfSummary(noun, arms, unit),
    },
  };
}

/** The resampled differences of a study's procedure. */
export function bootstrapModel(source: Source, figure: Of<'bootstrap'>): FigureModel | null {
  const study = studied(source, figure);
  if (study === null || !('bars' in study.row)) return null;
  const { found, row, unit, noun } = study;
  const color = armLooks([row.control, row.treatment])[1]?.color ?? '';
  return {
    stem: fileStem('bootstrap', noun, row.name),
    kind: 'figure',
    caption: sentences(
      `${studyTitle(found)}: distribution of the mean difference of ${noun} in ${row.resamples} resamples of ${row.pairs} pairs, ${row.name}`,
      'Shaded: 95 % percentile interval; hollow: at or above 0, the study’s p',
      `${row.decision}: ${row.words}`,
      runOrigin(source.document.run),
    ),
    width: 'column',
    table: barsTable(`Bootstrap distribution, ${row.name}`, row, unit),
    chart: {
      legend: [],
      height: () => 236,
      draw: (area) => (
        <BootstrapChart
          row={row}
          title={`mean ${noun}, treatment minus control, ${unit}`}
          color={color}
          {...area}
        />
      ),
      summary: bootstrapSummary(row, unit),
    },
  };
}
