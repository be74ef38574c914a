import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import type { ComparisonMetric, Environment, ResultDocument } from '../../../contracts/result.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { factorColumns } from '../../../metrics/cell-columns.ts';
import { type Column, columnText, titleOf } from '../../../metrics/columns.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { sortCrossovers } from '../../../metrics/crossovers.ts';
import type { CsvValue } from '../../../metrics/csv.ts';
import {
  type MachineRow,
  machineColumns,
  machineLosses,
  machineRows,
  machinesTitle,
} from '../../../metrics/machine-columns.ts';
import { type PartRow, partColumns, partRows, partsTitle } from '../../../metrics/part-columns.ts';
import {
  type PlaceRow,
  placeColumns,
  placeRows,
  placesTitle,
} from '../../../metrics/place-columns.ts';
import { roundColumns } from '../../../metrics/round-columns.ts';
import { hasFigures, trialColumns } from '../../../metrics/trial-columns.ts';
import { hasOwnWarmUps } from '../../../metrics/warm-up.ts';
import {
  type WatchedRow,
  watchedColumns,
  watchedGaps,
  watchedRows,
  watchedTitle,
} from '../../../metrics/watched-columns.ts';
import { comparisonRows } from '../../data/comparisons.ts';
import { crossoverColumns, crossoverRows } from '../../data/crossovers.ts';
import { distinct } from '../../data/series.ts';
import { type FigureTable, fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { doubts, runOrigin, type Source, sentences } from './source.ts';

function tableModel(
  stem: string,
  caption: string,
  table: FigureTable | null,
  shown?: readonly number[],
): FigureModel {
  const base = { stem, kind: 'table', caption, width: 'page', chart: null, table } as const;
  return shown === undefined ? base : { ...base, shown };
}

interface ReportColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
  /** Only in the file. */
  readonly apart?: true;
}

function tableOf<Row>(
  caption: string,
  columns: readonly ReportColumn<Row>[],
  rows: readonly Row[],
): { readonly table: FigureTable; readonly shown: readonly number[] } {
  const table = {
    caption,
    header: columns.map(({ header }) => header),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
  return { table, shown: columns.flatMap(({ apart }, index) => (apart ? [] : [index])) };
}

/**
 * Columns of a report: full numbers, readable words.
 * @param rate names throughput, as in `Requests/s`.
 */
function printed<Row>(
  columns: readonly Column<Row>[],
  rate: string,
  isApart: (column: Column<Row>) => boolean,
): ReportColumn<Row>[] {
  return columns.map((column) => ({
    header: column.id.startsWith('throughput') ? rate : titleOf(column),
    value: (row) => (column.numeric ? column.value(row) : columnText(column, row)),
    ...(isApart(column) ? { apart: true } : {}),
  }));
}

/** Columns of trials that are only in the file. */
const trialsApart: readonly string[] = [
  ...['status', 'latency_stddev_ms', 'latency_p999_ms', 'latency_max_ms', 'requests_ok'],
  ...['window_s', 'client_reasons', 'errors', 'notes'],
];

/** Factors shown even if all rows have the same level. */
const shownFactors: readonly string[] = ['protocol', 'shape', 'users', 'rate'];
const otherFactors = factorColumns.filter(({ id }) => !shownFactors.includes(id));

/** Every trial of a run. */
export function trialsModel({ document: { trials, run } }: Source): FigureModel {
  const columns = trialColumns(trials, [
    ...(['number', 'cell', 'repetition', 'status', 'throughput_rps', 'latency_mean_ms'] as const),
    ...(['latency_stddev_ms', 'latency_p50_ms', 'latency_p95_ms', 'latency_p99_ms'] as const),
    ...(['latency_p999_ms', 'latency_max_ms', 'requests_ok', 'requests_failed'] as const),
    ...(hasOwnWarmUps(trials) ? (['warm_up_s'] as const) : []),
    ...(['window_s', 'client_verdict', 'client_reasons', 'errors', 'notes'] as const),
  ]);
  const varies = ({ value }: Column<TrialResult>) => distinct(trials.map(value)).length > 1;
  const isApart = (column: Column<TrialResult>) => {
    if (column.id === 'repetition') return !trials.some(({ repetition }) => repetition > 1);
    const other = otherFactors.some(({ id }) => id === column.id);
    return trialsApart.includes(column.id) || (other && !varies(column));
  };
  const { table, shown } = tableOf(
    'All trials',
    printed(
      columns.map((column) => ({ ...column, ...reported[column.id] })),
      capital(workWords[workOfTrials(trials)].rate),
      isApart,
    ),
    trials,
  );
  const caption = sentences('All trials in the order in which they were run', runOrigin(run));
  return tableModel('trials', caption, table, shown);
}

/** Text in place of badges. */
const reported: Partial<Record<string, Pick<Column<TrialResult>, 'value'>>> = {
  throughput_rps: { value: (trial) => (hasFigures(trial) ? trial.throughputRps : null) },
  client_verdict: {
    value: ({ status, client }) => (status === 'completed' ? client.verdict : status),
  },
};

/** The requests of mixes and the steps of flows. */
export function partsModel({ document: { trials, run } }: Source): FigureModel | null {
  const rows = partRows(trials);
  if (rows.length === 0) return null;
  const varies = ({ value }: Column<PartRow>) => distinct(rows.map(value)).length > 1;
  const columns = printed(
    partColumns(rows),
    capital(workWords.requests.rate),
    (column) => otherFactors.some(({ id }) => id === column.id) && !varies(column),
  );
  const { table, shown } = tableOf(partsTitle, columns, rows);
  const caption = sentences(
    'Each request of a mix and each step of a flow by itself, in the measured window',
    runOrigin(run),
  );
  return tableModel('requests', caption, table, shown);
}

/** More losses than this are counted, not listed. */
const maxLosses = 3;

/** The share of each of several machines, and lost ones. */
export function machinesModel({ document: { trials, run } }: Source): FigureModel | null {
  const rows = machineRows(trials);
  if (rows.length === 0) return null;
  const varies = ({ value }: Column<MachineRow>) => distinct(rows.map(value)).length > 1;
  const columns = printed(
    machineColumns(rows),
    capital(workWords.requests.rate),
    (column) => otherFactors.some(({ id }) => id === column.id) && !varies(column),
  );
  const { table, shown } = tableOf(machinesTitle, columns, rows);
  const losses = machineLosses(trials);
  const caption = sentences(
    'Each of the machines that generated the load together by itself, in the measured window',
    ...losses.slice(0, maxLosses),
    losses.length > maxLosses ? `${losses.length - maxLosses} more losses of machines` : '',
    runOrigin(run),
  );
  return tableModel('machines', caption, table, shown);
}

/** The share of the machines at each of several locations. */
export function placesModel({ document: { trials, run } }: Source): FigureModel | null {
  const rows = placeRows(trials);
  if (rows.length === 0) return null;
  const varies = ({ value }: Column<PlaceRow>) => distinct(rows.map(value)).length > 1;
  const columns = printed(
    placeColumns(rows),
    capital(workWords.requests.rate),
    (column) => otherFactors.some(({ id }) => id === column.id) && !varies(column),
  );
  const { table, shown } = tableOf(placesTitle, columns, rows);
  const caption = sentences(
    'The machines of each place together, in the measured window',
    runOrigin(run),
  );
  return tableModel('places', caption, table, shown);
}

/** Monitoring data of machines next to the service. */
export function watchedModel({ document: { trials, run } }: Source): FigureModel | null {
  const rows = watchedRows(trials);
  if (rows.length === 0) return null;
  const varies = ({ value }: Column<WatchedRow>) => distinct(rows.map(value)).length > 1;
  const columns = printed(
    watchedColumns(rows),
    '',
    (column) => otherFactors.some(({ id }) => id === column.id) && !varies(column),
  );
  const { table, shown } = tableOf(watchedTitle, columns, rows);
  const caption = sentences(
    'Machines beside the service, in the measured window, by a look a second',
    ...watchedGaps(trials),
    runOrigin(run),
  );
  return tableModel('watched', caption, table, shown);
}

/** The rounds of a trial. */
export function roundsModel(
  { document: { trials, run } }: Source,
  { trialId }: Extract<ReportFigure, { type: 'rounds' }>,
): FigureModel | null {
  const trial = trials.find(({ id }) => id === trialId);
  if (!trial) return null;
  const columns = roundColumns(trial.rounds, [
    ...(['round', 'level', 'start'] as const),
    ...(hasOwnWarmUps(trial.rounds) ? (['warmUp'] as const) : []),
    ...(['window', 'throughput', 'mean', 'p95'] as const),
    ...(['failed', 'dropped', 'health', 'remarks'] as const),
  ]);
  const { table, shown } = tableOf(
    'Rounds',
    printed(
      columns,
      capital(workWords.requests.rate),
      ({ id }) => id === 'start' || id === 'dropped',
    ),
    trial.rounds,
  );
  const { cell } = trial;
  const caption = sentences(`Rounds of ${describeCell(cell)}`, ...doubts([trial]), runOrigin(run));
  return tableModel(fileStem('rounds', cell.protocol, cell.shape), caption, table, shown);
}

/** The cells of a run against their baselines in it; null if none has one. */
export function comparisonsModel({
  document: { analysis, trials, run },
}: Source): FigureModel | null {
  const rows = comparisonRows(analysis.comparisons, trials);
  if (rows.length === 0) return null;
  const hasIntervals = rows.some(({ comparison: { intervals } }) =>
    Object.values(intervals ?? {}).some((interval) => interval !== null),
  );
  const ratio = (metric: ComparisonMetric, name: string): ReportColumn<(typeof rows)[number]>[] => [
    {
      header: `${name} (times)`,
      value: ({ comparison }) => comparison[metric].times,
    },
    {
      header: `${name} (95 % interval)`,
      value: ({ comparison }) => intervalText({ interval: comparison.intervals?.[metric] ?? null }),
      ...(hasIntervals ? {} : { apart: true }),
    },
    {
      header: `${name} (% change)`,
      value: ({ comparison }) => comparison[metric].percentChange,
      apart: true,
    },
  ];
  const { table, shown } = tableOf(
    'Comparisons',
    [
      { header: 'Compared', value: ({ pair }) => pair },
      { header: 'Where', value: ({ common }) => common },
      ...ratio('throughput', 'Throughput'),
      ...ratio('mean', 'Mean'),
      ...ratio('p95', 'p95'),
      { header: 'Health', value: ({ verdict }) => verdict },
    ],
    rows,
  );
  const caption = sentences(
    'Ratios of cells that differ in one factor only, the first of each pair divided by the second',
    hasIntervals ? '' : 'None has an interval',
    runOrigin(run),
  );
  return tableModel('comparisons', caption, table, shown);
}

/** Where the curves of two cells cross, and metrics without a crossing; only significant ones, the others counted. */
export function crossoversModel({ document: { analysis, run } }: Source): FigureModel | null {
  const { certain, remark } = sortCrossovers(analysis.crossovers ?? []);
  if (certain.length === 0) {
    if (remark === null) return null;
    return tableModel('crossovers', sentences(remark, runOrigin(run)), null);
  }
  const rows = crossoverRows(certain);
  const { table, shown } = tableOf('Crossovers', crossoverColumns(rows), rows);
  const sure = rows.filter(
    ({ crossing, crossover }) => crossing?.interval && crossover.figure === 'throughput',
  );
  const caption = sentences(
    'Levels of load at which the curves of two cells cross, with the ends of the 95 % interval',
    ...distinct(sure.map(({ crossover }) => crossover.finding.replace(/\.$/, ''))),
    remark ?? '',
    runOrigin(run),
  );
  return tableModel('crossovers', caption, table, shown);
}

const facts: readonly (readonly [name: string, value: (one: Environment) => CsvValue])[] = [
  ['CPU', ({ cpu }) => cpu],
  ['Cores', ({ cores }) => cores],
  ['Memory (bytes)', ({ memoryBytes }) => memoryBytes],
  ['System', ({ os }) => os],
  ['Architecture', ({ arch }) => arch],
  ['Node', ({ node }) => node],
  ['Wirebench', ({ wirebench }) => wirebench],
];

/** Machines of runs; if there are several, differences come first. */
export function environmentModel(documents: readonly ResultDocument[]): FigureModel {
  const environments = documents.map(({ run }) => run.environment);
  const libraries = distinct(environments.flatMap((one) => Object.keys(one.libraries))).sort();
  const rows: (readonly CsvValue[])[] = [
    ...facts.map(([name, value]) => [name, ...environments.map(value)]),
    ...libraries.map((name) => [name, ...environments.map((one) => one.libraries[name] ?? null)]),
  ];
  const differs = ([, ...values]: readonly CsvValue[]) => distinct(values).length > 1;
  const several = documents.length > 1;
  const sorted = several
    ? [...rows.filter(differs), ...rows.filter((row) => !differs(row))].map((row) => [
        ...row,
        differs(row) ? 'differs' : '',
      ])
    : rows;
  const names = documents.map(({ run }, index) =>
    several ? `${index + 1}: ${run.name}` : 'Value',
  );
  const header = ['Fact', ...names, ...(several ? ['Difference'] : [])];
  const caption = several
    ? sentences(
        rows.some(differs)
          ? 'Environments of the runs; what differs comes first'
          : 'Environments of the runs; they are the same',
      )
    : sentences('Environment', ...documents.map(({ run }) => runOrigin(run)));
  return tableModel('environment', caption, { caption: 'Environment', header, rows: sorted });
}
