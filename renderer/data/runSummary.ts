import { describeCell } from '../../contracts/experiment/cell.ts';
import { parseThreshold } from '../../contracts/experiment/threshold.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunHead } from '../../contracts/result.ts';
import { type Work, workOf, workWords } from '../../contracts/work.ts';
import { formatMs, formatShare, significant, threeDigits } from '../../metrics/format.ts';
import { tooFewWords } from '../../metrics/threshold-words.ts';
import { hasFigures } from '../../metrics/trial-columns.ts';
import { distinct } from './series.ts';

/** How one threshold of a run turned out over its trials. */
export interface ThresholdSummary {
  readonly rule: string;
  readonly checked: number;
  /** The trials that missed it, and those with too few answers for a verdict, in words. */
  readonly missed: readonly string[];
  readonly untold: readonly string[];
}

/** Gathers the outcomes of each threshold. */
export function thresholdSummaries(trials: readonly TrialResult[]): ThresholdSummary[] {
  const rules = distinct(trials.flatMap(({ thresholds }) => thresholds.map(({ rule }) => rule)));
  return rules.map((rule) => {
    const outcomes = trials.flatMap((trial) =>
      trial.thresholds.filter((one) => one.rule === rule).map((one) => ({ ...one, trial })),
    );
    const untold = outcomes.flatMap((outcome) => {
      const few = tooFewWords(outcome);
      return few === null ? [] : [`${describeCell(outcome.trial.cell)}: ${few}`];
    });
    const missed = outcomes
      .filter(({ passed, few }) => !passed && !few)
      .map(
        ({ trial, actual, reason }) =>
          `${describeCell(trial.cell)}: ${reason ?? actualText(rule, actual, workOf(trial))}`,
      );
    return { rule, checked: outcomes.length, missed, untold };
  });
}

/** The value that a threshold was compared with, in the unit of its metric. */
export function actualText(rule: string, actual: number, counts: Work): string {
  const threshold = parseThreshold(rule);
  if (typeof threshold === 'string') return significant(actual, 4);
  if (threshold.metric === 'errors' || threshold.metric === 'dropped') return formatShare(actual);
  return threshold.metric === 'throughput'
    ? `${threeDigits(actual)} ${workWords[counts].shortRate}`
    : formatMs(actual);
}

/** Length of a run in seconds; null when its end is not known. */
export function runSeconds({
  startedAt,
  endedAt,
}: Pick<RunHead, 'startedAt' | 'endedAt'>): number | null {
  if (endedAt === null) return null;
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** `The figures of 3 of 6 planned trials are here, 1 of them cut short; 3 not measured.` */
function keptWords(trials: readonly TrialResult[], planned: number): string {
  const kept = trials.filter(hasFigures);
  const cut = kept.filter(({ status }) => status !== 'completed').length;
  const missing = planned - kept.length;
  const short = cut > 0 ? `, ${cut} of them cut short` : '';
  const without = missing > 0 ? `; ${missing} not measured` : '';
  return `The figures of ${kept.length} of ${planned} planned trials are here${short}${without}.`;
}

/** Summary of a run that did not complete, in a sentence; empty for one that did. */
export function outcomeSentence(run: RunHead, trials: readonly TrialResult[]): string {
  const figures = keptWords(trials, run.plannedTrials);
  switch (run.status) {
    case 'stopped':
      return `This run was stopped early. ${figures}`;
    case 'interrupted':
      return `Wirebench ended while this run was in progress. ${figures} At most the last second of one trial is missing.`;
    case 'failed':
      if (!trials.some(({ status }) => status === 'completed')) {
        return 'This run failed: none of its trials was completed.';
      }
      return `Part of this run failed. ${figures} Completed trials remain valid.`;
    case 'running':
      return `This run is still in progress. ${figures}`;
    case 'completed':
      return '';
  }
}
