import { unverifiedNote } from '../../../contracts/experiment/own-tls.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { failureKind } from '../../../metrics/failures.ts';
import { countOf, formatShare, inSeries, someOf } from '../../../metrics/format.ts';
import { tooFewWords } from '../../../metrics/threshold-words.ts';
import { errorShare } from '../../../metrics/trial-columns.ts';
import { isStarvation } from '../../run/verdict.ts';
import { firstReason, manyErrors, reasonsBesideLosses } from '../compare/cautions.ts';
import { labelsAmong } from './cell-labels.ts';

/** Limits of the validity of a run, the most important first, each once and not for every trial. */
export function limitsOf(trials: readonly TrialResult[], planned: number): string[] {
  const done = trials.filter(({ status }) => status === 'completed');
  return [
    ...unfinished(trials, planned),
    ...errors(done),
    ...unverified(done),
    ...losses(done),
    ...bound(done),
    ...repetitions(done),
    ...missedThresholds(trials),
  ];
}

function unfinished(trials: readonly TrialResult[], planned: number): string[] {
  const having = (wanted: string) => trials.filter(({ status }) => status === wanted).length;
  const [completed, skipped] = [having('completed'), having('skipped')];
  // Without any, the finding itself says so.
  if (completed === 0) return [];
  const rest = planned - completed - skipped;
  return [
    ...(rest > 0
      ? [`${rest} of ${countOf(planned, 'trial')} did not complete.${firstFailure(trials)}`]
      : []),
    ...(skipped > 0
      ? [`${skipped} of ${countOf(planned, 'trial')} ${skipped === 1 ? 'was' : 'were'} skipped.`]
      : []),
  ];
}

/** The message of the first failed trial, with a leading space; empty without one. */
export function firstFailure(trials: readonly TrialResult[]): string {
  const messages = trials.flatMap(({ failure }) => (failure ? [failure.message] : []));
  const [first] = messages;
  if (first === undefined) return '';
  const isOnly = new Set(messages.map(failureKind)).size === 1;
  return ` ${isOnly ? '' : 'The first: '}${first.replace(/\.?$/, '.')}`;
}

function errors(done: readonly TrialResult[]): string[] {
  const worst = done.toSorted((a, b) => errorShare(b) - errorShare(a))[0];
  if (!worst || errorShare(worst) < manyErrors) return [];
  const { many, latencies } = workWords[workOfTrials(done)];
  return [
    `Up to ${formatShare(errorShare(worst))} of the ${many} of a trial failed (${labelsAmong(done.map(({ cell }) => cell))(worst.cell)}); ${latencies} cover only the others.`,
  ];
}

function unverified(done: readonly TrialResult[]): string[] {
  const notes = done.flatMap(({ cell, notes }) => {
    const note = unverifiedNote(cell.protocol);
    return notes.includes(note) ? [note] : [];
  });
  return [...new Set(notes)];
}

function losses(done: readonly TrialResult[]): string[] {
  const short = done.filter(({ lostMachines = [] }) => lostMachines.length > 0);
  if (short.length === 0) return [];
  const names = [
    ...new Set(short.flatMap(({ lostMachines = [] }) => lostMachines.map(({ name }) => name))),
  ];
  const were = names.length === 1 ? 'was' : 'were';
  return [
    `${inSeries(names)} ${were} lost in ${someOf(short.length, done.length, 'trial')}${namesOf(short, done)}, which had less load from then on than the experiment asks for.`,
  ];
}

function bound(done: readonly TrialResult[]): string[] {
  const of = (verdict: string) => done.filter(({ client }) => client.verdict === verdict);
  const words = (some: readonly TrialResult[]) =>
    `${someOf(some.length, done.length, 'trial')}${namesOf(some, done)}`;
  const [starved, limited] = splitStarved(of('client-bound'));
  // Trials that only lost machines have their own sentence.
  const near = of('suspect').filter(
    (trial) => !trial.lostMachines || reasonsBesideLosses(trial).length > 0,
  );
  return [
    ...(starved.length > 0
      ? [
          `The machine was busy in ${words(starved)}: other programs took the cores of the load generator.`,
        ]
      : []),
    ...(limited.length > 0
      ? [
          `The load generator was the limit in ${words(limited)}: the service may be able to do more there.`,
        ]
      : []),
    ...(near.length > 0
      ? [`The results of ${words(near)} may not describe the service alone.${firstReason(near)}`]
      : []),
  ];
}

/** Trials whose generator had no core, which is no limit of its own, and the other client-bound ones. */
export function splitStarved(
  bound: readonly TrialResult[],
): readonly [starved: TrialResult[], limited: TrialResult[]] {
  const isStarved = ({ client: { reasons } }: TrialResult) =>
    reasons.length > 0 && reasons.every(isStarvation);
  return [bound.filter(isStarved), bound.filter((trial) => !isStarved(trial))];
}

function repetitions(done: readonly TrialResult[]): string[] {
  const most = Math.max(0, ...done.map(({ repetition }) => repetition));
  if (most > 1 || done.length === 0) return [];
  return [
    'Each cell was measured once, which says nothing about scatter: repeat it at least three times.',
  ];
}

function missedThresholds(trials: readonly TrialResult[]): string[] {
  const all = trials.flatMap(({ thresholds }) => thresholds);
  const missed = all.filter(({ passed, few }) => !passed && !few);
  const untold = all.filter(({ few }) => few);
  const byRule = (some: typeof all) => [...Map.groupBy(some, ({ rule }) => rule)];
  return [
    ...byRule(missed).map(
      ([rule, own]) => `Threshold ${rule} missed by ${countOf(own.length, 'trial')}.`,
    ),
    ...byRule(untold).map(([rule, own]) => {
      const [least] = own.toSorted((a, b) => (a.few?.answers ?? 0) - (b.few?.answers ?? 0));
      const why = least ? `: ${tooFewWords(least)}` : '';
      return `Threshold ${rule} has no verdict in ${countOf(own.length, 'trial')}${why}.`;
    }),
  ];
}

/** The cells of some trials, where they are few: ` (REST, gRPC)`. */
function namesOf(some: readonly TrialResult[], all: readonly TrialResult[]): string {
  const labelOf = labelsAmong(all.map(({ cell }) => cell));
  const names = [...new Set(some.map(({ cell }) => labelOf(cell)))];
  return names.length > 3 ? '' : ` (${names.join(', ')})`;
}
