import type { ErrorReport } from '../../../contracts/errors.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Finding, ResultDocument } from '../../../contracts/result.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { distinctSentences, type TrialSentence } from '../../../metrics/distinct-sentences.ts';
import { formatCount, formatExactTime } from '../../../metrics/format.ts';
import { machinesTitle } from '../../../metrics/machine-columns.ts';
import { partsTitle } from '../../../metrics/part-columns.ts';
import { placesTitle } from '../../../metrics/place-columns.ts';
import { sameWorkTitle } from '../../../metrics/same-work.ts';
import { tooFewWords } from '../../../metrics/threshold-words.ts';
import { hasFigures, isOpenLoad, trialColumns } from '../../../metrics/trial-columns.ts';
import { hasOwnWarmUps } from '../../../metrics/warm-up.ts';
import { watchedTitle } from '../../../metrics/watched-columns.ts';
import {
  drawClientTax,
  drawComparisons,
  drawCrossovers,
  drawSaturation,
  drawTwoWay,
} from './analysis-text.ts';
import { terminalColumns } from './columns.ts';
import { drawEnergy, energyRemarks } from './energy-text.ts';
import { drawMachines, drawParts, drawPlaces, drawWatched } from './parts-text.ts';
import { drawRounds } from './rounds-text.ts';
import { drawSameWork } from './same-work-text.ts';
import { drawTable, printable, type TextColumn } from './table.ts';
import { drawUseCases } from './use-case-text.ts';

/** Limits of a finding that are shown with it; the others are remarks. */
const shownLimits = 2;

/** Columns with the same value in every row only waste width. */
function columnsOf(trials: readonly TrialResult[]): TextColumn<TrialResult>[] {
  const repeated = trials.some((trial) => trial.repetition > 1);
  const unfinished = trials.some((trial) => trial.status !== 'completed');
  return terminalColumns(
    trialColumns(trials, [
      'number',
      'cell',
      ...(repeated ? (['repetition'] as const) : []),
      ...(['throughput_rps', 'latency_mean_ms', 'latency_p50_ms', 'latency_p95_ms'] as const),
      ...(['latency_p99_ms', 'latency_max_ms', 'requests_ok', 'requests_failed'] as const),
      ...(isOpenLoad(trials) ? (['requests_dropped', 'lag_p99_ms'] as const) : []),
      ...(hasOwnWarmUps(trials) ? (['warm_up_s'] as const) : []),
      'client_verdict',
      ...(unfinished ? (['status'] as const) : []),
    ]).map((column) => (column.id === 'client_verdict' ? { ...column, value: trustOf } : column)),
  );
}

/** A trial without measurements has no verdict. */
function trustOf(trial: TrialResult): string {
  return hasFigures(trial) ? trial.client.verdict : trial.status;
}

/** The trials of a run as an aligned table. */
export function drawTrials(trials: readonly TrialResult[]): string {
  return trials.length === 0 ? 'No trial was measured.\n' : drawTable(columnsOf(trials), trials);
}

const place = (trial: TrialResult) => `trial ${trial.index + 1}, ${describeCell(trial.cell)}`;

/** Why a trial failed, with the code that `docs/errors.md` explains, and a hint. */
function failureText({ code, message, hint }: ErrorReport): string {
  const what = `failed (${code}): ${message}`;
  return hint === undefined ? what : `${/[.!?]$/.test(what) ? what : `${what}.`} ${hint}`;
}

function saidOf(trial: TrialResult): TrialSentence[] {
  const { failure, errors, client, thresholds, notes } = trial;
  return [
    ...(failure ? [{ trial, text: failureText(failure) }] : []),
    ...errors.map(({ count, kind, code, message }) => ({
      trial,
      text: `${formatCount(count)} × ${kind} ${code}: ${message}`,
      // A code may be a number, and different codes are different kinds.
      kind: `${kind} ${code}`,
    })),
    ...client.reasons.map((reason) => ({ trial, text: `${client.verdict}: ${reason}` })),
    ...thresholds.flatMap((outcome) => {
      const { rule, passed, reason } = outcome;
      const few = tooFewWords(outcome);
      if (passed && few === null) return [];
      const why = few ?? reason;
      const what = few === null ? 'threshold missed' : 'no verdict on threshold';
      return [
        { trial, text: `${what}: ${rule}${why === undefined ? '' : ` (${why})`}`, kind: rule },
      ];
    }),
    ...notes.map((text) => ({ trial, text })),
  ];
}

/**
 * Notes on the results, one sentence a line: failures, errors, doubts, missed thresholds; each
 * kind once, with the first trial as the example.
 */
export function remarks({ run, trials, analysis }: ResultDocument): string[] {
  const ofTrials = distinctSentences(trials.flatMap(saidOf), place, trials.length);
  const unsaid = (analysis.finding?.limits ?? []).slice(shownLimits);
  return [...unsaid, ...run.warnings, ...energyRemarks(analysis.energy ?? []), ...ofTrials].map(
    printable,
  );
}

function heading({ run, trials }: ResultDocument): string {
  const measured = `${trials.length} of ${run.plannedTrials} trials`;
  return `${printable(run.name)}\nrun ${run.id} · ${run.status} · ${formatExactTime(run.startedAt)} · ${measured}\n`;
}

/** A part with its heading; empty when the part is empty. */
function part(title: string, text: string): string[] {
  return text === '' ? [] : [`${title}\n${text}`];
}

/** The answer first, then the two limits that matter most. */
function drawFinding(finding: Finding | undefined): string[] {
  if (!finding) return [];
  const { sentences, limits, conditions } = finding;
  const shown = limits.slice(0, shownLimits).map((limit) => `- ${limit}`);
  const rest = limits.length - shown.length;
  const more = rest > 0 ? [`- and ${rest} more under Remarks`] : [];
  return [`${[...sentences, ...shown, ...more, conditions].map(printable).join('\n')}\n`];
}

/** A run for a terminal: heading, finding, trials, rounds, saturation, comparisons, remarks. */
export function drawRun(document: ResultDocument): string {
  const notes = remarks(document);
  const { analysis, trials } = document;
  const counts = workOfTrials(trials);
  return [
    heading(document),
    ...drawFinding(analysis.finding),
    drawTrials(trials),
    ...trials.map((trial) => drawRounds(place(trial), trial)).filter((text) => text !== ''),
    ...part(machinesTitle, drawMachines(trials)),
    ...part(placesTitle, drawPlaces(trials)),
    ...part(watchedTitle, drawWatched(trials)),
    ...part(partsTitle, drawParts(trials)),
    ...part('Saturation', drawSaturation(analysis.saturation)),
    ...part('Crossovers', drawCrossovers(analysis.crossovers ?? [])),
    ...part('Which factor decides', drawTwoWay(analysis.twoWay ?? [])),
    ...part('Comparisons', drawComparisons(analysis.comparisons, counts)),
    ...part(sameWorkTitle, drawSameWork(analysis.sameWork ?? [])),
    ...part('Use cases: time of an iteration', drawUseCases(analysis.useCases)),
    ...part('Client tax: CPU of the client per request', drawClientTax(analysis.clientTax)),
    ...part('Energy above idle', drawEnergy(analysis.energy ?? [], counts)),
    ...part('Remarks', notes.map((note) => `- ${note}\n`).join('')),
  ].join('\n');
}
