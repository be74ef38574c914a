import { metricFacts } from '../../../contracts/compare.ts';
import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import { parseThreshold } from '../../../contracts/experiment/threshold.ts';
import type { ThresholdOutcome, TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison, ResultDocument } from '../../../contracts/result.ts';
import { type Work, workOf, workOfTrials, workWords } from '../../../contracts/work.ts';
import { errorShare } from '../analysis.ts';
import { cellColumns } from './cell-columns.ts';
import { untrustedCells } from './chart-data.ts';
import { change, figure, share, whole } from './format.ts';
import { html, type Markup } from './markup.ts';
import { type TableColumn, table } from './table.ts';

const none = '–';

/** Means per cell. */
export function cellsTable(document: ResultDocument): Markup | null {
  const { rate } = workWords[workOfTrials(document.trials)];
  const untrusted = untrustedCells(document);
  const doubt = (cell: Cell) => (untrusted.has(describeCell(cell)) ? '†' : '');
  const columns: TableColumn<ResultDocument['analysis']['cells'][number]>[] = [
    ...cellColumns(document.analysis.cells),
    { head: 'Trials', figures: true, cell: (row) => whole(row.trials) },
    {
      head: `Throughput (${rate})`,
      figures: true,
      cell: (row) => figure(row.throughputRps) + doubt(row.cell),
    },
    { head: 'Mean (ms)', figures: true, cell: (row) => latency(row.meanMs) + doubt(row.cell) },
    { head: 'p95 (ms)', figures: true, cell: (row) => latency(row.p95Ms) + doubt(row.cell) },
    { head: 'Errors', figures: true, cell: (row) => share(row.errorShare) },
  ];
  return table('Means over the completed trials of each cell', columns, document.analysis.cells);
}

/** Each cell against its baseline. */
export function comparisonsTable(document: ResultDocument): Markup | null {
  const counts = workOfTrials(document.trials);
  const untrusted = untrustedCells(document);
  const doubt = ({ cell, baseline }: Comparison) =>
    untrusted.has(describeCell(cell)) || untrusted.has(describeCell(baseline)) ? '†' : '';
  const ratios = (['throughput', 'mean', 'p95'] as const).map(
    (name): TableColumn<Comparison> => ({
      head: metricFacts[counts][name].title,
      figures: true,
      cell: (row) =>
        html`${figure(row[name].times)} × <small>${change(row[name].percentChange)}</small>${doubt(row)}`,
    }),
  );
  const columns: TableColumn<Comparison>[] = [
    { head: 'Cell', cell: (row) => describeCell(row.cell) },
    { head: 'against', cell: (row) => `${row.factor} ${row.baseline[row.factor]}` },
    ...ratios,
  ];
  const caption = 'Value ÷ baseline, and change in percent, all other levels equal';
  return table(caption, columns, document.analysis.comparisons);
}

/** Every trial with its figures. */
export function trialsTable({ trials }: ResultDocument): Markup | null {
  const counts = workOfTrials(trials);
  const words = workWords[counts];
  const quantiles = (['mean', 'p50', 'p95', 'p99', 'max'] as const).map(
    (name): TableColumn<TrialResult> => ({
      head: `${name === 'mean' ? 'Mean' : name === 'max' ? 'Max' : name} (ms)`,
      figures: true,
      cell: (trial) => (trial.requests.ok === 0 ? none : figure(trial.latencyMs[name])),
    }),
  );
  const columns: TableColumn<TrialResult>[] = [
    { head: '#', figures: true, cell: (trial) => whole(trial.index + 1) },
    ...cellColumns(trials),
    { head: 'Rep.', figures: true, cell: (trial) => whole(trial.repetition) },
    { head: 'Status', cell: (trial) => trial.status },
    {
      head: counts === 'iterations' ? 'Iterations' : 'Answers',
      figures: true,
      cell: (trial) => whole(trial.requests.ok),
    },
    { head: 'Errors', figures: true, cell: (trial) => share(errorShare(trial)) },
    ...(trials.some((trial) => trial.cell.rate !== undefined || trial.requests.dropped > 0)
      ? [droppedColumn]
      : []),
    {
      head: `Throughput (${words.rate})`,
      figures: true,
      cell: (trial) => figure(trial.throughputRps),
    },
    ...quantiles,
    { head: 'Generator', cell: (trial) => generator(trial) },
  ];
  return table('Every trial, measured window only', columns, trials);
}

/** Arrivals of open load that were never sent. */
const droppedColumn: TableColumn<TrialResult> = {
  head: 'Dropped',
  figures: true,
  cell: (trial) => whole(trial.requests.dropped),
};

/** Why requests or trials did not succeed. */
export function errorsTable({ trials }: ResultDocument): Markup | null {
  const rows = trials.flatMap((trial) => [
    ...(trial.failure ? [{ trial, kind: 'trial', count: null, ...trial.failure }] : []),
    ...trial.errors.map((error) => ({ trial, ...error })),
  ]);
  const columns: TableColumn<(typeof rows)[number]>[] = [
    { head: '#', figures: true, cell: (row) => whole(row.trial.index + 1) },
    { head: 'Cell', cell: (row) => describeCell(row.trial.cell) },
    { head: 'Kind', cell: (row) => row.kind },
    { head: 'Code', cell: (row) => row.code },
    { head: 'Count', figures: true, cell: (row) => (row.count === null ? none : whole(row.count)) },
    { head: 'First message', cell: (row) => row.message },
  ];
  return table(
    `Why trials and ${workWords[workOfTrials(trials)].many} did not succeed`,
    columns,
    rows,
  );
}

/** Thresholds that were not met. */
export function missedThresholdsTable({ trials }: ResultDocument): Markup | null {
  const rows = trials.flatMap((trial) =>
    trial.thresholds.filter((one) => !one.passed).map((outcome) => ({ trial, outcome })),
  );
  const columns: TableColumn<(typeof rows)[number]>[] = [
    { head: '#', figures: true, cell: (row) => whole(row.trial.index + 1) },
    { head: 'Cell', cell: (row) => describeCell(row.trial.cell) },
    { head: 'Rule', cell: (row) => row.outcome.rule },
    {
      head: 'Actual',
      figures: true,
      cell: ({ trial, outcome }) => thresholdFigure(outcome, workOf(trial)),
    },
  ];
  return table('Thresholds that were not met', columns, rows);
}

/** A cell without a success has no latency. */
function latency(ms: number): string {
  return ms === 0 ? none : figure(ms);
}

/** In the unit of the rule. */
function thresholdFigure({ rule, actual }: ThresholdOutcome, counts: Work): string {
  const threshold = parseThreshold(rule);
  if (typeof threshold === 'string') return figure(actual);
  if (threshold.metric === 'errors' || threshold.metric === 'dropped') return share(actual);
  return `${figure(actual)} ${threshold.metric === 'throughput' ? workWords[counts].rate : 'ms'}`;
}

function generator({ client, notes }: TrialResult): string {
  const remarks = [...client.reasons, ...notes];
  return remarks.length === 0 ? client.verdict : `${client.verdict}: ${remarks.join('; ')}`;
}
