import { type MetricFacts, metricFacts } from '../../contracts/compare.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { LevelUnit, Verdict } from '../../contracts/words.ts';
import { type Work, workOfTrials } from '../../contracts/work.ts';
import { repeated } from '../../metrics/central.ts';
import { joinSentences, significant } from '../../metrics/format.ts';
import { levelOf, levelsOfCells, levelText, levelUnit, levelWords } from '../../metrics/levels.ts';
import { latencyUnit, type Unit } from '../../metrics/units.ts';
import { type CellSeries, cellSeries, distinct, seriesKey } from './series.ts';
import type { FigureTable } from './table.ts';
import { logScale, type Scale, zeroScale } from './ticks.ts';

/** Metrics that a column chart of a run can show. */
export type Metric = 'throughput' | 'mean' | 'p95';

/** The value of a metric in one trial; null if no request succeeded. */
function metricOf(metric: Metric, trial: TrialResult): number | null {
  if (metric === 'throughput') return trial.throughputRps;
  if (trial.requests.ok === 0) return null;
  return metric === 'mean' ? trial.latencyMs.mean : trial.latencyMs.p95;
}

/** One column: the geometric mean over the repetitions of a cell, with their span. */
export interface ColumnBar {
  /** Null if no trial of the cell was completed. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly repetitions: number;
  /** The worst verdict among the trials, and all their reasons. */
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  /** Failed ÷ all requests or iterations. */
  readonly errorShare: number;
  /** Why there is no value, in a word (`failed`, `stopped` …), or an empty text. */
  readonly missing: string;
}

/** The columns at one level of load; `columns` runs parallel to the figure's series. */
export interface ColumnGroup {
  /** Users or arrivals per second; null if the load sets its own levels. */
  readonly level: number | null;
  readonly columns: readonly (ColumnBar | null)[];
}

export interface ColumnFigure {
  readonly shape: string;
  /** Unit of the levels; null if the load sets its own. */
  readonly of: LevelUnit | null;
  readonly metric: Metric;
  /** Unit that throughput counts and latency times. */
  readonly counts: Work;
  readonly series: readonly CellSeries[];
  readonly groups: readonly ColumnGroup[];
  /** Names of series without columns because every trial was skipped. */
  readonly skipped: readonly string[];
}

/** More skipped series than these are counted, not named. */
const maxNamed = 4;

const verdictRank: Record<Verdict, number> = { ok: 0, suspect: 1, 'client-bound': 2 };

/** Whether columns differ in trust, so that a mark on some of them tells something. */
export function differInTrust(verdicts: readonly Verdict[]): boolean {
  return new Set(verdicts).size > 1;
}

/** What all of several columns have in common, where a mark would say nothing; null where they are trusted or differ. */
export function commonDoubt(verdicts: readonly Verdict[]): string | null {
  const [verdict] = verdicts;
  if (verdict === undefined || verdict === 'ok' || differInTrust(verdicts)) return null;
  return `All columns: ${verdict}.`;
}

/** The verdicts of the columns of a figure that have a value. */
export function verdictsOf({ groups }: Pick<ColumnFigure, 'groups'>): Verdict[] {
  return groups.flatMap(({ columns }) =>
    columns.flatMap((one) => (one === null || one.value === null ? [] : one.verdict)),
  );
}

/** The worse of two verdicts. */
export function worseVerdict(a: Verdict, b: Verdict): Verdict {
  return verdictRank[b] > verdictRank[a] ? b : a;
}

/** The shapes of a run, in order of execution. */
export function shapesOf(trials: readonly TrialResult[]): string[] {
  return distinct(trials.map((trial) => trial.cell.shape));
}

/** Groups the trials of one shape: levels of load along the axis, a column for each series. */
export function columnFigure(
  trials: readonly TrialResult[],
  shape: string,
  metric: Metric,
): ColumnFigure {
  const tried = new Set(
    trials.filter(({ status }) => status !== 'skipped').map(({ cell }) => seriesKey(cell)),
  );
  const all = cellSeries(trials.map((trial) => trial.cell));
  const series = tried.size > 0 ? all.filter(({ key }) => tried.has(key)) : all;
  const skipped = all.filter((one) => !series.includes(one)).map(({ label }) => label);
  const own = trials.filter((trial) => trial.cell.shape === shape);
  const cells = own.map((trial) => trial.cell);
  const groups = levelsOfCells(cells).map((level) => ({
    level,
    columns: series.map(({ key }) =>
      column(
        own.filter(({ cell }) => levelOf(cell) === level && seriesKey(cell) === key),
        metric,
      ),
    ),
  }));
  return {
    shape,
    of: levelUnit(cells),
    metric,
    counts: workOfTrials(own),
    series,
    groups,
    skipped,
  };
}

function column(trials: readonly TrialResult[], metric: Metric): ColumnBar | null {
  const last = trials.at(-1);
  if (!last) return null;
  const done = trials.filter((trial) => trial.status === 'completed');
  const values = done.map((trial) => metricOf(metric, trial)).filter((value) => value !== null);
  const failed = sum(done.map((trial) => trial.requests.failed));
  const all = failed + sum(done.map((trial) => trial.requests.ok));
  return {
    ...repeated(values),
    repetitions: values.length,
    verdict: done.reduce<Verdict>((worst, { client }) => worseVerdict(worst, client.verdict), 'ok'),
    reasons: distinct(done.flatMap((trial) => trial.client.reasons)),
    errorShare: all > 0 ? failed / all : 0,
    missing: missingWord(values.length, done.length, last.status),
  };
}

function missingWord(values: number, done: number, status: string): string {
  if (values > 0) return '';
  return done > 0 ? 'no successes' : status;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The name of a figure's metric, the unit of its table and summary, and which direction is better. */
export function figureFacts({ counts, metric }: ColumnFigure): MetricFacts {
  return metricFacts[counts][metric];
}

/** Table of values, a row for each column, with caveats. */
export function columnTable(figure: ColumnFigure): FigureTable {
  const { title, unit } = figureFacts(figure);
  const rows = figure.groups.flatMap((group) =>
    figure.series.flatMap(({ label }, index) => {
      const one = group.columns[index];
      if (!one) return [];
      const health = one.missing || one.verdict;
      return [[group.level, label, one.value, one.repetitions, health, joinSentences(one.reasons)]];
    }),
  );
  const header = [
    levelWords(figure.of).header,
    'Series',
    `${title} (${unit})`,
    'Trials',
    'Health',
    'Reasons',
  ];
  return { caption: `${title}, ${figure.shape}`, header, rows };
}

/** Notes for reading the figure, a sentence each. */
export function figureNotes(figure: ColumnFigure): string[] {
  const columns = figure.groups.flatMap((group) => group.columns.flatMap((one) => one ?? []));
  const most = Math.max(0, ...columns.map(({ repetitions }) => repetitions));
  const { skipped } = figure;
  const names = skipped.length > maxNamed ? `${skipped.length} series` : skipped.join(', ');
  const doubt = commonDoubt(verdictsOf(figure));
  return [
    ...(doubt === null ? [] : [doubt]),
    ...(most > 1 ? [`Geometric means of ${most} trials; whiskers from lowest to highest.`] : []),
    ...(skipped.length > 0
      ? [`Not drawn, because all of their trials were skipped: ${names}.`]
      : []),
  ];
}

/** A group by its level: `50 users`; `All levels` if the load sets its own. */
export function groupName({ of }: ColumnFigure, { level }: ColumnGroup): string {
  return of === null || level === null ? 'All levels' : levelText(of, level);
}

/** Text alternative of the figure. */
export function columnSummary(figure: ColumnFigure): string {
  const { title, unit } = figureFacts(figure);
  const lines = figure.groups.map((group) => {
    const values = figure.series.flatMap(({ label }, index) => {
      const column = group.columns[index];
      if (!column) return [];
      if (column.value === null) return [`${label} ${column.missing}`];
      const doubt = column.verdict === 'ok' ? '' : ` (${column.verdict})`;
      return [`${label} ${significant(column.value)}${doubt}`];
    });
    return `${groupName(figure, group)}: ${values.join(', ')}`;
  });
  return `${title} in ${unit} of the shape ${figure.shape}. ${lines.join('. ')}.`;
}

/** The axis of the visible series, in the unit that reads best. */
export function columnAxis(
  figure: ColumnFigure,
  hidden: ReadonlySet<string>,
  steps: number,
  log = false,
): { readonly unit: Unit; readonly scale: Scale } {
  const columns = figure.groups.flatMap((group) =>
    group.columns.filter((_, index) => !hidden.has(figure.series[index]?.key ?? '')),
  );
  const known = columns.filter((column) => column !== null && column.value !== null);
  const max = Math.max(0, ...known.map((column) => column?.high ?? 0));
  const unit =
    figure.metric === 'throughput'
      ? { unit: figureFacts(figure).unit, factor: 1 }
      : latencyUnit(max);
  if (!log) return { unit, scale: zeroScale(max * unit.factor, steps) };
  const positive = known.map((column) => column?.low ?? 0).filter((low) => low > 0);
  return { unit, scale: logColumnScale(Math.min(...positive) * unit.factor, max * unit.factor) };
}

/** Ends below the smallest value, so that its column is visible too. */
function logColumnScale(min: number, max: number): Scale {
  return logScale(min * 0.7, max);
}
