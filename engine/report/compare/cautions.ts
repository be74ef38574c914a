import type { TrialResult } from '../../../contracts/measurement.ts';
import { type Work, workOfTrials, workWords } from '../../../contracts/work.ts';
import { significant, someOf } from '../../../metrics/format.ts';
import { mixesLevels } from '../../../metrics/levels.ts';
import { errorShare } from '../../../metrics/trial-columns.ts';
import { completedOf, worstVerdict } from './measured-run.ts';

/** Share of failed requests from which the results of a cell are unreliable, 0–1. */
export const manyErrors = 0.01;

/** Sentences of caution about the ratio of two cells. */
export function cautionsOf(
  baseline: readonly TrialResult[],
  other: readonly TrialResult[],
  factors: number,
): string[] {
  const sides = [
    { name: 'the baseline', all: baseline, done: completedOf(baseline) },
    { name: 'the compared cell', all: other, done: completedOf(other) },
  ];
  return [
    ...sides.flatMap(({ name, done }) => verdictCaution(name, done)),
    ...unlikeCaution(workOfTrials(baseline), workOfTrials(other)),
    ...sides.flatMap(({ name, done }) => levelsCaution(name, done)),
    ...sides.flatMap(({ name, done }) => errorCaution(name, done)),
    ...sides.flatMap(({ name, all, done }) => missingCaution(name, all.length, done.length)),
    ...(factors > 1
      ? [`The cells differ in ${factors} factors: the ratio reflects all of them together.`]
      : []),
  ];
}

function levelsCaution(name: string, trials: readonly TrialResult[]): string[] {
  if (!trials.some(mixesLevels)) return [];
  const what = `the trials of ${name} went through several levels of load`;
  return [`Several levels: ${what}, so its results are averages over all of them.`];
}

function verdictCaution(name: string, trials: readonly TrialResult[]): string[] {
  const verdict = worstVerdict(trials);
  if (verdict === 'ok') return [];
  const doubted = trials.filter(({ client }) => client.verdict === verdict);
  const of = `${someOf(doubted.length, trials.length, 'trial')} of ${name}`;
  return verdict === 'client-bound'
    ? [
        `Client-bound: in ${of} the load generator was the limit, so the service may be able to do more.`,
      ]
    : [`Suspect: the results of ${of} may not describe the service alone.${firstReason(doubted)}`];
}

/** Reasons to doubt a trial, except for lost machines, which come first. */
export function reasonsBesideLosses({ client, lostMachines = [] }: TrialResult): string[] {
  return client.reasons.slice(lostMachines.length);
}

/** Reason to doubt the first of some trials, with a leading space; empty without one. */
export function firstReason(doubted: readonly TrialResult[]): string {
  const reason = doubted.flatMap(reasonsBesideLosses)[0];
  if (reason === undefined) return '';
  return doubted.length > 1 ? ` The first: ${reason}` : ` ${reason}`;
}

function unlikeCaution(baseline: Work, other: Work): string[] {
  if (baseline === other) return [];
  return [
    `They count different things: the baseline counts ${workWords[baseline].inFull}, the compared cell ${workWords[other].inFull}. Throughput, latency and CPU have no ratio.`,
  ];
}

function errorCaution(name: string, trials: readonly TrialResult[]): string[] {
  const shares = trials.map(errorShare);
  const worst = Math.max(0, ...shares);
  if (worst < manyErrors) return [];
  const { many, theLatency } = workWords[workOfTrials(trials)];
  return [
    `Up to ${significant(100 * worst, 2)} % of the ${many} of a trial of ${name} failed; figures of ${theLatency} cover only the others.`,
  ];
}

function missingCaution(name: string, all: number, done: number): string[] {
  if (done === all) return [];
  return [`${all - done} of ${all} trials of ${name} were not completed and are excluded.`];
}
