import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison, Ratio, ResultDocument } from '../../../contracts/result.ts';
import { formatCount, formatMs, formatRate, formatTime } from './figures.ts';
import { type Column, drawTable, printable } from './table.ts';

const left = <Row>(title: string, cell: (row: Row) => string): Column<Row> => ({ title, cell });
const right = <Row>(title: string, cell: (row: Row) => string): Column<Row> => ({
  title,
  align: 'right',
  cell,
});

/** A figure of latency, or a dash where no request succeeded. */
function latency(figure: keyof TrialResult['latencyMs']) {
  return (trial: TrialResult) =>
    trial.requests.ok === 0 ? '–' : formatMs(trial.latencyMs[figure]);
}

/** Columns that say the same in every row only cost width. */
function trialColumns(trials: readonly TrialResult[]): Column<TrialResult>[] {
  const repeated = trials.some((trial) => trial.repetition > 1);
  const unfinished = trials.some((trial) => trial.status !== 'completed');
  return [
    right('#', (trial) => String(trial.index + 1)),
    left('protocol', (trial) => trial.cell.protocol),
    left('shape', (trial) => trial.cell.shape),
    right('users', (trial) => formatCount(trial.cell.users)),
    left('tls', (trial) => trial.cell.tls),
    left('client', (trial) => trial.cell.client),
    ...(repeated ? [right('rep', (trial: TrialResult) => String(trial.repetition))] : []),
    right('req/s', (trial) => formatRate(trial.throughputRps)),
    right('mean ms', latency('mean')),
    right('p50 ms', latency('p50')),
    right('p95 ms', latency('p95')),
    right('p99 ms', latency('p99')),
    right('max ms', latency('max')),
    right('ok', (trial) => formatCount(trial.requests.ok)),
    right('errors', (trial) => formatCount(trial.requests.failed)),
    left('trust', (trial) => trial.client.verdict),
    ...(unfinished ? [left('status', (trial: TrialResult) => trial.status)] : []),
  ];
}

/** The trials of a run as an aligned table. */
export function drawTrials(trials: readonly TrialResult[]): string {
  return trials.length === 0 ? 'No trial was measured.\n' : drawTable(trialColumns(trials), trials);
}

function formatRatio({ times, percentChange }: Ratio): string {
  const sign = percentChange > 0 ? '+' : percentChange < 0 ? '−' : '±';
  return `×${times.toFixed(2)} (${sign}${Math.abs(percentChange).toFixed(0)} %)`;
}

/** Each protocol (or TLS level, or client) against its baseline. Empty when there is nothing to compare. */
export function drawComparisons(comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return '';
  return drawTable<Comparison>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      left('against', ({ baseline, factor }) => `${factor} ${baseline[factor]}`),
      right('req/s', ({ throughput }) => formatRatio(throughput)),
      right('mean', ({ mean }) => formatRatio(mean)),
      right('p95', ({ p95 }) => formatRatio(p95)),
    ],
    comparisons,
  );
}

const place = (trial: TrialResult) => `trial ${trial.index + 1}, ${describeCell(trial.cell)}`;

/** What a reader of the figures must know, one sentence a line: failures, errors, doubts, rules missed. */
export function remarks({ run, trials }: ResultDocument): string[] {
  const ofTrials = trials.flatMap((trial) => [
    ...(trial.failure ? [`${place(trial)}: failed: ${trial.failure.message}`] : []),
    ...trial.errors.map(
      ({ count, kind, code, message }) =>
        `${place(trial)}: ${formatCount(count)} × ${kind} ${code}: ${message}`,
    ),
    ...trial.client.reasons.map((reason) => `${place(trial)}: ${trial.client.verdict}: ${reason}`),
    ...trial.thresholds
      .filter(({ passed }) => !passed)
      .map(({ rule }) => `${place(trial)}: threshold missed: ${rule}`),
    ...trial.notes.map((note) => `${place(trial)}: ${note}`),
  ]);
  return [...run.warnings, ...ofTrials].map(printable);
}

function heading({ run, trials }: ResultDocument): string {
  const measured = `${trials.length} of ${run.plannedTrials} trials`;
  return `${printable(run.name)}\nrun ${run.id} · ${run.status} · ${formatTime(run.startedAt)} · ${measured}\n`;
}

/** A run for a terminal: heading, trials, comparisons, remarks. */
export function drawRun(document: ResultDocument): string {
  const notes = remarks(document);
  const comparisons = drawComparisons(document.analysis.comparisons);
  return [
    heading(document),
    drawTrials(document.trials),
    ...(comparisons ? [`Comparisons\n${comparisons}`] : []),
    ...(notes.length > 0 ? [`Remarks\n${notes.map((note) => `- ${note}\n`).join('')}`] : []),
  ].join('\n');
}
