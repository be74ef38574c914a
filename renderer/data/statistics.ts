import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import {
  type AaCheck,
  type CellFigure,
  type EnergyRow,
  type PerformanceRow,
  type Statistics,
  type StatisticsMetric,
  type StudyArm,
  type StudyResult,
  studyMetricFacts,
} from '../../contracts/statistics.ts';
import { workWords } from '../../contracts/work.ts';
import { significant } from '../../metrics/format.ts';
import { ratioPercent } from '../../metrics/ratios.ts';
import { cellLabels } from './compareLabels.ts';
import { type ComparedRow, comparedFacts, comparedRows, refKey } from './compareRows.ts';
import type { FigureTable } from './table.ts';

/** A comparison within a run, and how small a difference could have been seen. */
export interface StatisticsRow extends ComparedRow {
  /** As a ratio above 1; null without an interval. */
  readonly detectable: number | null;
}

/** The rows of a metric, with the difference that could have been seen. */
export function statisticsRows(found: Statistics, metric: StatisticsMetric): StatisticsRow[] {
  const { comparison, detectable } = found;
  if (comparison === null) return [];
  const sizes = new Map(
    comparison.rows.map(({ other, metrics }, index) => {
      const place = metrics.findIndex((one) => one.metric === metric);
      return [refKey(other), detectable[index]?.[place] ?? null];
    }),
  );
  return comparedRows(comparison, metric).map((row) => ({
    ...row,
    detectable: sizes.get(row.key) ?? null,
  }));
}

/** The rows of the check of equal things: even vs odd repetitions of a cell. */
export function aaRows({ rows }: AaCheck, metric: StatisticsMetric): ComparedRow[] {
  const label = cellLabels(rows.map(({ other }) => other.cell));
  return rows.flatMap((pair) => {
    const compared = pair.metrics.find((one) => one.metric === metric);
    if (!compared) return [];
    const { cell } = pair.other;
    return [{ key: refKey(pair.other), pair, compared, label: label(cell), run: '' }];
  });
}

/** The detectable rise, in percent; a dash if unknown. */
export function detectableText(ratio: number | null): string {
  return ratio === null ? '–' : ratioPercent(ratio);
}

/** The comparisons of a metric, each ratio in three forms. */
export function statisticsTable(
  metric: StatisticsMetric,
  rows: readonly StatisticsRow[],
): FigureTable {
  return {
    caption: `${comparedFacts(metric, rows).title}, compared within the run`,
    header: [
      'Cell',
      'Baseline',
      'Times',
      '% of',
      '% change',
      'Times, low',
      'Times, high',
      'p corrected',
      'Effect g',
      'Detectable rise (times)',
      'Finding',
    ],
    rows: rows.map(({ pair, compared, detectable }) => [
      describeCell(pair.other.cell),
      describeCell(pair.baseline.cell),
      compared.ratio?.times ?? null,
      compared.ratio?.percentOf ?? null,
      compared.ratio?.percentChange ?? null,
      compared.interval?.low ?? null,
      compared.interval?.high ?? null,
      compared.adjustedP,
      compared.effect,
      detectable,
      compared.words,
    ]),
  };
}

/** A cell with the figure that was asked for. */
export interface CellRow {
  readonly key: string;
  readonly cell: Cell;
  readonly label: string;
  readonly figure: CellFigure;
}

/** The cells of a run under one metric. */
export function cellRows({ cells }: Statistics, metric: StatisticsMetric): CellRow[] {
  const label = cellLabels(cells.map(({ cell }) => cell));
  return cells.flatMap(({ cell, figures }) => {
    const figure = figures.find((one) => one.metric === metric);
    return figure ? [{ key: describeCell(cell), cell, label: label(cell), figure }] : [];
  });
}

/** Whether any cell was repeated, so that there is something to say. */
export function isRepeated({ cells }: Statistics): boolean {
  return cells.some(({ figures }) => figures.some(({ trials }) => trials > 1));
}

/** A pair of a study's procedure, whichever it is. */
export type StudyRow = PerformanceRow | EnergyRow;

/** Unit of the values of a study's samples. */
export function studyUnit(found: StudyResult): string {
  return found.pipeline === 'isep-performance'
    ? 'ms'
    : studyMetricFacts(found.metric, found.counts).unit;
}

/** Names of the values of a study's samples. */
export function studyNoun(found: StudyResult): string {
  return found.pipeline === 'isep-performance'
    ? workWords[found.counts].latency
    : studyMetricFacts(found.metric, found.counts).noun;
}

/** Values so far apart that a linear axis would press most of them against its end. */
export function isFarApart(arms: readonly StudyArm[]): boolean {
  const values = arms.flatMap(({ ecdf }) => ecdf.map(({ value }) => value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low > 0 && high / low > 20;
}

/** The steps of both distribution functions, a row each. */
export function ecdfTable(caption: string, arms: readonly StudyArm[], unit: string): FigureTable {
  return {
    caption,
    header: ['Level', `Value (${unit})`, 'Share at or below'],
    rows: arms.flatMap(({ level, ecdf }) => ecdf.map(({ value, share }) => [level, value, share])),
  };
}

/** The bars of a bootstrap distribution, a row each. */
export function barsTable(caption: string, { bars }: EnergyRow, unit: string): FigureTable {
  return {
    caption,
    header: [`From (${unit})`, `To (${unit})`, 'Resamples'],
    rows: bars.map(({ from, to, count }) => [from, to, count]),
  };
}

/** Both distribution functions in a sentence. */
export function ecdfSummary(noun: string, arms: readonly StudyArm[], unit: string): string {
  const each = arms.map(
    ({ level, size, median }) =>
      `${level}: ${size} values, half of them at most ${significant(median)} ${unit}`,
  );
  return `Share of the values of ${noun} at or below each value. ${each.join('; ')}.`;
}

/** A bootstrap distribution in a sentence. */
export function bootstrapSummary({ difference, interval, p }: EnergyRow, unit: string): string {
  const [mean, low, high] = [difference, interval.low, interval.high].map((value) =>
    Number(value.toPrecision(3)),
  );
  return `Resampled differences of the means around ${mean} ${unit}, 95 % of them from ${low} to ${high} ${unit}; the share at or above 0 is ${significant(p, 2)}.`;
}
