import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { drawClientTax, drawComparisons, drawSaturation } from './analysis-text.ts';
import { left, right } from './columns.ts';
import { drawEnergy, energyRemarks } from './energy-text.ts';
import { formatCount, formatMs, formatRate, formatTime } from './figures.ts';
import { drawRounds, formatLevel } from './rounds-text.ts';
import { type Column, drawTable, printable } from './table.ts';
import { drawUseCases } from './use-case-text.ts';

/** A figure of latency, or a dash where no request succeeded. */
function latency(figure: keyof TrialResult['latencyMs']) {
  return (trial: TrialResult) =>
    trial.requests.ok === 0 ? '–' : formatMs(trial.latencyMs[figure]);
}

/** The factor of the load; loads that set their own levels have none. */
function levelColumns(trials: readonly TrialResult[]): Column<TrialResult>[] {
  const column = (title: string, key: 'users' | 'rate') =>
    trials.some(({ cell }) => cell[key] !== undefined)
      ? [right(title, ({ cell }: TrialResult) => formatLevel(cell[key] ?? 0))]
      : [];
  return [...column('users', 'users'), ...column('rate/s', 'rate')];
}

/** What only open load has: arrivals that were not sent, and how late the others were. */
function openColumns(trials: readonly TrialResult[]): Column<TrialResult>[] {
  if (trials.every(({ lagMs }) => lagMs === null)) return [];
  return [
    right('dropped', (trial) => formatCount(trial.requests.dropped)),
    right('lag p99 ms', ({ lagMs }) => (lagMs === null ? '–' : formatMs(lagMs.p99))),
  ];
}

/** Columns that say the same in every row only cost width. */
function trialColumns(trials: readonly TrialResult[]): Column<TrialResult>[] {
  const repeated = trials.some((trial) => trial.repetition > 1);
  const unfinished = trials.some((trial) => trial.status !== 'completed');
  return [
    right('#', (trial) => String(trial.index + 1)),
    left('protocol', (trial) => trial.cell.protocol),
    left('shape', (trial) => trial.cell.shape),
    ...levelColumns(trials),
    left('tls', (trial) => trial.cell.tls),
    left('client', (trial) => trial.cell.client),
    ...(repeated ? [right('rep', (trial: TrialResult) => String(trial.repetition))] : []),
    right(workWords[workOfTrials(trials)].shortRate, (trial) => formatRate(trial.throughputRps)),
    right('mean ms', latency('mean')),
    right('p50 ms', latency('p50')),
    right('p95 ms', latency('p95')),
    right('p99 ms', latency('p99')),
    right('max ms', latency('max')),
    right('ok', (trial) => formatCount(trial.requests.ok)),
    right('errors', (trial) => formatCount(trial.requests.failed)),
    ...openColumns(trials),
    left('trust', (trial) => trial.client.verdict),
    ...(unfinished ? [left('status', (trial: TrialResult) => trial.status)] : []),
  ];
}

/** The trials of a run as an aligned table. */
export function drawTrials(trials: readonly TrialResult[]): string {
  return trials.length === 0 ? 'No trial was measured.\n' : drawTable(trialColumns(trials), trials);
}

const place = (trial: TrialResult) => `trial ${trial.index + 1}, ${describeCell(trial.cell)}`;

/** What a reader of the figures must know, one sentence a line: failures, errors, doubts, rules missed. */
export function remarks({ run, trials, analysis }: ResultDocument): string[] {
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
  return [...run.warnings, ...energyRemarks(analysis.energy ?? []), ...ofTrials].map(printable);
}

function heading({ run, trials }: ResultDocument): string {
  const measured = `${trials.length} of ${run.plannedTrials} trials`;
  return `${printable(run.name)}\nrun ${run.id} · ${run.status} · ${formatTime(run.startedAt)} · ${measured}\n`;
}

/** A part with its heading; nothing when it is empty. */
function part(title: string, text: string): string[] {
  return text === '' ? [] : [`${title}\n${text}`];
}

/** A run for a terminal: heading, trials, rounds, saturation, comparisons, remarks. */
export function drawRun(document: ResultDocument): string {
  const notes = remarks(document);
  const { analysis, trials } = document;
  const counts = workOfTrials(trials);
  return [
    heading(document),
    drawTrials(trials),
    ...trials.map((trial) => drawRounds(place(trial), trial)).filter((text) => text !== ''),
    ...part('Saturation', drawSaturation(analysis.saturation)),
    ...part('Comparisons', drawComparisons(analysis.comparisons, counts)),
    ...part('Use cases: time of an iteration', drawUseCases(analysis.useCases)),
    ...part('Client tax: CPU of the client per request', drawClientTax(analysis.clientTax)),
    ...part('Energy above the idle machine’s', drawEnergy(analysis.energy ?? [], counts)),
    ...part('Remarks', notes.map((note) => `- ${note}\n`).join('')),
  ].join('\n');
}
