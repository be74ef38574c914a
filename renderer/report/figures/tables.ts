import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { LatencySummary, TrialResult } from '../../../contracts/measurement.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import type { Environment, ResultDocument } from '../../../contracts/result.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { protocolStyle } from '../../app/protocols.ts';
import type { CsvValue } from '../../components/csv.ts';
import { comparisonRows } from '../../data/comparisons.ts';
import { levelOf, levelUnit, levelWords } from '../../data/loadLevel.ts';
import { roundLevel, roundName, roundP95, roundRemarks, roundUnit } from '../../data/rounds.ts';
import { errorsText, hasFigures } from '../../data/runSummary.ts';
import { distinct, tlsLabel } from '../../data/series.ts';
import { type FigureTable, fileStem } from '../../data/table.ts';
import type { FigureModel } from '../model.ts';
import { doubts, originOf, type Source, sentences } from './source.ts';

function tableModel(
  stem: string,
  caption: string,
  table: FigureTable,
  shown?: readonly number[],
): FigureModel {
  const base = { stem, kind: 'table', caption, width: 'page', chart: null, table } as const;
  return shown === undefined ? base : { ...base, shown };
}

interface Column<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
  /** Only in the file. */
  readonly apart?: true;
}

function tableOf<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): { readonly table: FigureTable; readonly shown: readonly number[] } {
  const table = {
    caption,
    header: columns.map(({ header }) => header),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
  return { table, shown: columns.flatMap(({ apart }, index) => (apart ? [] : [index])) };
}

/** The columns that name a cell, those only that vary or have a level. */
function cellColumns<Row>(rows: readonly Row[], cellOf: (row: Row) => Cell): Column<Row>[] {
  const cells = rows.map(cellOf);
  const apart = (level: (cell: Cell) => unknown) =>
    distinct(cells.map(level)).length > 1 ? {} : ({ apart: true } as const);
  const unit = levelUnit(cells);
  return [
    { header: 'Protocol', value: (row) => protocolStyle(cellOf(row).protocol).label },
    { header: 'Shape', value: (row) => cellOf(row).shape },
    ...(unit === null
      ? []
      : [{ header: levelWords(unit).header, value: (row: Row) => levelOf(cellOf(row)) }]),
    { header: 'TLS', value: (row) => tlsLabel(cellOf(row).tls), ...apart(({ tls }) => tls) },
    { header: 'Client', value: (row) => cellOf(row).client, ...apart(({ client }) => client) },
  ];
}

/** Every trial of a run. */
export function trialsModel({ document: { trials, run } }: Source): FigureModel {
  const latency = (name: keyof LatencySummary, apart?: true): Column<TrialResult> => ({
    header: `${name === 'mean' ? 'Mean' : name} (ms)`,
    value: ({ requests, latencyMs }) => (requests.ok > 0 ? latencyMs[name] : null),
    ...(apart ? { apart } : {}),
  });
  const repeated = trials.some(({ repetition }) => repetition > 1);
  const columns: Column<TrialResult>[] = [
    { header: '#', value: ({ index }) => index + 1 },
    ...cellColumns(trials, ({ cell }) => cell),
    { header: 'Rep.', value: ({ repetition }) => repetition, ...(repeated ? {} : { apart: true }) },
    { header: 'Status', value: ({ status }) => status, apart: true },
    {
      header: capital(workWords[workOfTrials(trials)].rate),
      value: (trial) => (hasFigures(trial) ? trial.throughputRps : null),
    },
    latency('mean'),
    latency('stddev', true),
    latency('p50'),
    latency('p95'),
    latency('p99'),
    latency('p999', true),
    latency('max', true),
    { header: 'Succeeded', value: ({ requests }) => requests.ok, apart: true },
    { header: 'Failed', value: ({ requests }) => requests.failed },
    { header: 'Window (s)', value: ({ window }) => window.seconds, apart: true },
    { header: 'Health', value: (trial) => healthOf(trial) },
    { header: 'Reasons', value: ({ client }) => client.reasons.join('; '), apart: true },
    { header: 'Errors', value: ({ errors }) => errorsText(errors), apart: true },
    { header: 'Notes', value: ({ notes }) => notes.join(' '), apart: true },
  ];
  const { table, shown } = tableOf('All trials', columns, trials);
  const caption = sentences('All trials in the order in which they were run', originOf(run));
  return tableModel('trials', caption, table, shown);
}

function healthOf({ status, client }: TrialResult): string {
  return status === 'completed' ? client.verdict : status;
}

/** The rounds of a trial. */
export function roundsModel(
  { document: { trials, run } }: Source,
  { trialId }: Extract<ReportFigure, { type: 'rounds' }>,
): FigureModel | null {
  const trial = trials.find(({ id }) => id === trialId);
  if (!trial) return null;
  const [first] = trial.rounds;
  const { table, shown } = tableOf<(typeof trial.rounds)[number]>(
    'Rounds',
    [
      { header: 'Round', value: roundName },
      { header: levelWords(first ? roundUnit(first) : null).header, value: roundLevel },
      { header: 'Start (s)', value: ({ startSeconds }) => startSeconds, apart: true },
      { header: 'Window (s)', value: ({ seconds }) => seconds },
      { header: 'Requests/s', value: ({ throughputRps }) => throughputRps },
      { header: 'Mean (ms)', value: ({ ok, latencyMs }) => (ok > 0 ? latencyMs.mean : null) },
      { header: 'p95 (ms)', value: roundP95 },
      { header: 'Failed', value: ({ failed }) => failed },
      { header: 'Dropped', value: ({ dropped }) => dropped, apart: true },
      { header: 'Health', value: ({ verdict }) => verdict },
      { header: 'Remarks', value: (round) => roundRemarks(round).join('; ') },
    ],
    trial.rounds,
  );
  const { cell } = trial;
  const caption = sentences(`Rounds of ${describeCell(cell)}`, ...doubts([trial]), originOf(run));
  return tableModel(fileStem('rounds', cell.protocol, cell.shape), caption, table, shown);
}

/** The cells of a run against their baselines in it. */
export function comparisonsModel({ document: { analysis, trials, run } }: Source): FigureModel {
  const rows = comparisonRows(analysis.comparisons, trials);
  const ratio = (metric: 'throughput' | 'mean' | 'p95', name: string) => [
    {
      header: `${name} (times)`,
      value: ({ comparison }: (typeof rows)[number]) => comparison[metric].times,
    },
    {
      header: `${name} (% change)`,
      value: ({ comparison }: (typeof rows)[number]) => comparison[metric].percentChange,
      apart: true as const,
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
    originOf(run),
  );
  return tableModel('comparisons', caption, table, shown);
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

/** What runs were made on; where there are several, what differs comes first. */
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
    : sentences('Environment', ...documents.map(({ run }) => originOf(run)));
  return tableModel('environment', caption, { caption: 'Environment', header, rows: sorted });
}
