import {
  type ComparedMetric,
  type Difference,
  metricFacts,
  type Trend,
  type TrendPoint,
  type TrendRun,
} from '../../contracts/compare.ts';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { formatExactTime } from '../../metrics/format.ts';
import { latencyUnit, type Unit } from '../../metrics/units.ts';
import { cellLabels } from './compareLabels.ts';
import { type CellSeries, cellSeries, seriesKey } from './series.ts';
import type { FigureTable } from './table.ts';
import { type Scale, zeroScale } from './ticks.ts';

/** One cell over the runs: a point for each run with results for it. */
export interface TrendLine {
  readonly key: string;
  readonly label: string;
  readonly series: CellSeries;
  readonly points: readonly (TrendPoint & { readonly place: number })[];
}

/** A run before which something changed, numbered from 1 like the marks of the chart. */
export interface TrendMark {
  readonly number: number;
  /** Index of the run. */
  readonly place: number;
  readonly run: TrendRun;
  readonly changes: readonly Difference[];
}

export interface TrendFigure {
  readonly metric: ComparedMetric;
  /** Unit that the points count; runs that count something else have no points. */
  readonly counts: Work;
  readonly runs: readonly TrendRun[];
  readonly lines: readonly TrendLine[];
  readonly marks: readonly TrendMark[];
}

/** Lines of the cells that `shown` accepts; one look for each protocol, TLS level and client. */
export function trendFigure(trend: Trend, shown: (cell: Cell) => boolean): TrendFigure {
  const cells = trend.cells.filter(({ cell, points }) => shown(cell) && points.length > 0);
  const all = cells.map(({ cell }) => cell);
  const label = cellLabels(all);
  const series = new Map(cellSeries(all).map((one) => [one.key, one]));
  const places = new Map(trend.runs.map(({ id }, index) => [id, index]));
  const lines = cells.flatMap(({ cell, points }) => {
    const own = series.get(seriesKey(cell));
    if (!own) return [];
    const placed = points.map((point) => ({ ...point, place: places.get(point.runId) ?? 0 }));
    return [{ key: describeCell(cell), label: label(cell), series: own, points: placed }];
  });
  const marks = trend.runs
    .map((run, place) => ({ run, place, changes: run.changes }))
    .filter(({ changes }) => changes.length > 0)
    .map((mark, index) => ({ ...mark, number: index + 1 }));
  return { metric: trend.metric, counts: trend.counts, runs: trend.runs, lines, marks };
}

/** The axis of the visible lines, from zero, in the unit that reads best. */
export function trendAxis(
  { metric, counts, lines }: TrendFigure,
  hidden: ReadonlySet<string>,
): { readonly unit: Unit; readonly scale: Scale } {
  const tops = lines
    .filter(({ key }) => !hidden.has(key))
    .flatMap(({ points }) => points.map(({ value, interval }) => within(value, interval?.high)));
  const max = Math.max(0, ...tops);
  const unit = unitOf(metric, counts, max);
  return { unit, scale: zeroScale(max * unit.factor, 5) };
}

/** An extreme interval from two or three trials must not flatten everything else. */
function within(value: number, high: number | undefined): number {
  return Math.min(high ?? value, 2 * value);
}

function unitOf(metric: ComparedMetric, counts: Work, max: number): Unit {
  const { unit } = metricFacts[counts][metric];
  if (unit === 'ms') return latencyUnit(max);
  return {
    unit: metric === 'throughput' ? unit : `${unit} per ${workWords[counts].one}`,
    factor: 1,
  };
}

/** Table of the points. */
export function trendTable({ metric, counts, runs, lines }: TrendFigure): FigureTable {
  const { title, unit } = metricFacts[counts][metric];
  return {
    caption: `${title} over time`,
    header: ['Started', 'Run', 'Cell', `${title} (${unit})`, 'Low', 'High', 'Trials', 'Health'],
    rows: lines.flatMap(({ key, points }) =>
      points.map(({ place, value, interval, trials, verdict }) => {
        const run = runs[place];
        const [low, high] = [interval?.low ?? null, interval?.high ?? null];
        return [run?.startedAt ?? '', run?.name ?? '', key, value, low, high, trials, verdict];
      }),
    ),
  };
}

/** Why runs have no points, in a sentence; none if all count the same. */
export function trendNotes({ counts, runs }: Pick<TrendFigure, 'counts' | 'runs'>): string[] {
  const others = runs.filter((run) => run.counts !== counts);
  const [first] = others;
  if (!first) return [];
  const [verb, rest] = others.length === 1 ? ['run counts', 'it has'] : ['runs count', 'they have'];
  return [`${others.length} ${verb} ${workWords[first.counts].inFull} instead: ${rest} no points.`];
}

/** Text alternative of the chart. */
export function trendSummary({ metric, counts, runs, lines, marks }: TrendFigure): string {
  const sentences = lines.map(({ label, points }) => {
    const digits = points.map(({ value }) => Number(value.toPrecision(3)));
    return `${label}: ${digits.join(', ')}`;
  });
  const changed = marks.map(({ run }) => formatExactTime(run.startedAt));
  const changes = changed.length > 0 ? ` Something changed before: ${changed.join('; ')}.` : '';
  const { title, unit } = metricFacts[counts][metric];
  return `${title} in ${unit} over ${runs.length} runs, oldest first. ${sentences.join('. ')}.${changes}`;
}
