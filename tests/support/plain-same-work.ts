import { describeCell } from '../../contracts/experiment/cell.ts';
import type { FactorName } from '../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import type { Entrant, Group, Pair } from './plain-pairs.ts';

/**
 * Whether two cells did other work, by plain rules over their trials: those that a reader checks before a ratio is
 * believed. Kept apart from the code of the product.
 */
export function didOtherWork(document: ResultDocument, pair: Pair): boolean {
  const [one, two] = [pair.baseline, pair.other].map((side) => trialsOf(document, side));
  if (!one?.length || !two?.length) return false;
  const { factor } = pair;
  const differs = (of: (trial: TrialResult) => readonly string[] | undefined) => {
    const [a, b] = [one, two].map((some) => listed(some, of));
    return a !== null && b !== null && a !== b;
  };
  const isProtocol = factor === 'protocol';
  const [opened, reopened] = [one, two].map(openedShare);
  return (
    (!isProtocol && differs((trial) => trial.exchange?.methods)) ||
    (!isProtocol && differs((trial) => trial.exchange?.http)) ||
    (isProtocol && reads(one) !== null && reads(two) !== null && reads(one) !== reads(two)) ||
    (factor !== 'tls' && factor !== 'stack' && differs((trial) => trial.exchange?.tls)) ||
    differs((trial) => trial.exchange?.codings) ||
    isCached(one) !== isCached(two) ||
    (factor !== 'connections' &&
      !/ /.test(pair.baseline.cell.connections ?? '') &&
      opened != null &&
      reopened != null &&
      Math.abs(opened - reopened) > 0.1) ||
    haveOtherAnswers(one, two, factor)
  );
}

function trialsOf({ trials }: ResultDocument, { cell }: Entrant): TrialResult[] {
  return trials.filter(
    (trial) => trial.status === 'completed' && describeCell(trial.cell) === describeCell(cell),
  );
}

/** Null where a trial does not know. */
function listed(
  trials: readonly TrialResult[],
  of: (trial: TrialResult) => readonly string[] | undefined,
): string | null {
  const lists = trials.map(of);
  if (lists.some((list) => list === undefined)) return null;
  const all = [...new Set(lists.flatMap((list) => list ?? []))].sort();
  return all.length > 0 ? all.join(', ') : null;
}

function openedShare(trials: readonly TrialResult[]): number | null {
  if (trials.some(({ opened }) => opened === undefined)) return null;
  const requests = trials.reduce((sum, one) => sum + one.requests.ok + one.requests.failed, 0);
  const opened = trials.reduce((sum, one) => sum + (one.opened?.measured.connections ?? 0), 0);
  const expected = trials.reduce((all, { cell, rounds }) => {
    const levels = rounds.map(({ users }) => users ?? 0);
    return all + (levels.length > 0 ? levels.reduce((a, b) => a + b, 0) : (cell.users ?? 0));
  }, 0);
  return Math.max(0, opened - expected) / requests;
}

function reads(trials: readonly TrialResult[]): boolean | null {
  const all = new Set(trials.map(({ exchange }) => exchange?.reads ?? null));
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

function isCached(trials: readonly TrialResult[]): boolean {
  const signs = trials.some(({ exchange }) => (exchange?.cached?.length ?? 0) > 0);
  const counts = trials.map(({ accounting, plan, counts: work }) =>
    plan || work ? null : accounting.serverCounted,
  );
  if (counts.some((one) => one === null)) return signs;
  const counted = counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const succeeded = trials.reduce((sum, one) => sum + one.accounting.succeeded, 0);
  return signs || (succeeded > 0 && counted < 0.9 * succeeded);
}

function haveOtherAnswers(
  one: readonly TrialResult[],
  two: readonly TrialResult[],
  factor: FactorName,
): boolean {
  const [a, b] = [one, two].map((some) => some.find(({ answer }) => answer)?.answer);
  if (!a || !b || a.digest === b.digest) return false;
  if (['shape', 'fields', 'dates', 'text', 'database'].includes(factor)) return false;
  return a.fields.length !== b.fields.length || a.values !== b.values;
}

/** The largest set of entrants that all did the same work; of several the first. */
export function comparableOnly(document: ResultDocument, group: Group): Group {
  const unlike = group.pairs.filter((pair) => didOtherWork(document, pair));
  if (unlike.length === 0) return group;
  const { entrants } = group;
  const sets = Array.from({ length: 2 ** entrants.length }, (_none, bits) =>
    entrants.filter((_one, at) => (bits >> at) & 1),
  ).filter((set) =>
    unlike.every(({ baseline, other }) => !(set.includes(baseline) && set.includes(other))),
  );
  const most = Math.max(...sets.map(({ length }) => length));
  const order = (set: readonly Entrant[]) => set.map((one) => entrants.indexOf(one)).join();
  const [kept = []] = sets
    .filter(({ length }) => length === most)
    .sort((a, b) => order(a).localeCompare(order(b)));
  const pairs = group.pairs.filter(({ baseline, other }) =>
    [baseline, other].every((side) => kept.includes(side)),
  );
  return { ...group, entrants: kept, pairs };
}
