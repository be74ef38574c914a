import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Certainty } from '../../../contracts/result.ts';
import { capital } from '../../../contracts/work.ts';
import { countOf, someOf } from '../../../metrics/format.ts';
import { pairOf, repetitions, standingOf } from './contest-words.ts';
import type { ContestPair, Contests } from './contests.ts';
import { splitStarved } from './limits.ts';

/**
 * How sure the headline of some contests is, from its decisions and from the verdicts of the trials in it.
 * @param sharedCores for which client and service competed; null where they did not.
 * @param moreRepetitions that would probably decide an open pair; null where unknown.
 */
export function certaintyOf(
  { contests, measure }: Contests,
  sharedCores: number | null,
  moreRepetitions: (pair: ContestPair) => number | null,
): Certainty | null {
  const pairs = contests.flatMap((contest) => {
    const [best, ...others] = standingOf(contest, measure).ranked;
    return others.flatMap((one) => pairOf(contest, one, best) ?? []);
  });
  if (pairs.length === 0) return null;
  const open = pairs.filter(({ compared: { finding } }) => !settled.has(finding));
  if (open.length > 0)
    return { step: 'open', words: openWords(open, pairs.length, moreRepetitions) };
  const sides = contests.flatMap(({ entrants }) => entrants);
  const trials = [...new Set(sides.flatMap((one) => one.trials))];
  const doubt = doubtOf(trials, sharedCores);
  const agreed = `${repetitions(sides)} decide it`;
  return doubt === null
    ? { step: 'sure', words: `${agreed}, and client and service had what they needed.` }
    : { step: 'direction', words: `${agreed}, but ${doubt}: elsewhere the ratio may differ.` };
}

const settled: ReadonlySet<string> = new Set(['different', 'alike']);

function openWords(
  open: readonly ContestPair[],
  all: number,
  moreRepetitions: (pair: ContestPair) => number | null,
): string {
  const what =
    open.length === all
      ? all === 1
        ? 'the comparison is open'
        : `${all === 2 ? 'both' : `all ${all}`} comparisons are open`
      : `${open.length} of ${countOf(all, 'comparison')} ${open.length === 1 ? 'is' : 'are'} open`;
  const more = open.map(moreRepetitions);
  const most = Math.max(...more.map((one) => one ?? Number.POSITIVE_INFINITY));
  const sides = open.flatMap(({ baseline, other }) => [baseline, other]);
  const after = `${what} after ${repetitions(sides)}`;
  return Number.isFinite(most) && most > 0
    ? `${capital(after)}; about ${countOf(most, 'more repetition', 'more repetitions')} would decide ${open.length === 1 ? 'it' : 'them'}.`
    : `${capital(after)}.`;
}

/** Why a ratio may differ elsewhere, without a full stop; null where nothing speaks against it. */
function doubtOf(trials: readonly TrialResult[], sharedCores: number | null): string | null {
  const bound = trials.filter(({ client }) => client.verdict === 'client-bound');
  const [starved, limited] = splitStarved(bound);
  if (limited.length > 0) {
    return `the load generator was the limit in ${someOf(limited.length, trials.length, 'trial')}`;
  }
  if (starved.length > 0) {
    return `the machine was busy in ${someOf(starved.length, trials.length, 'trial')}`;
  }
  if (sharedCores !== null) return `client and service shared ${countOf(sharedCores, 'core')}`;
  const suspect = trials.filter(({ client }) => client.verdict === 'suspect');
  // Single trials with a pause are what repetitions are for.
  return suspect.length > trials.length / 3
    ? `${someOf(suspect.length, trials.length, 'trial')} may not describe the service alone`
    : null;
}
