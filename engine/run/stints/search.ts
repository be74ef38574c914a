import { type SearchLoad, searchRange } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { countOf, formatCount } from '../../../metrics/format.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import {
  bestOfBisection,
  counts,
  decideBisection,
  hasEnough,
  isSpoilt,
  maxSpoilt,
  neededOf,
  roundLength,
  verdictLength,
} from './bisection.ts';
import { bestOfDoubling, type Decision, decideDoubling } from './doubling.ts';
import {
  type BoundedSearch,
  boundedSearch,
  isLook,
  lookOutcome,
  lookStint,
  probesOf,
} from './look.ts';
import { whyBroken } from './objective.ts';
import { answerOfSearch } from './search-answer.ts';
import { arrivalsOf, holdingStint, type LoadPlan } from './stint.ts';

/** A search, round by round, each with fresh connections. */
export function planSearch(load: SearchLoad): LoadPlan {
  const isBisection = load.method === 'bisection';
  return {
    unit: load.of,
    arrivals: arrivalsOf(load),
    secondsAreRounds: false,
    next: (rounds) => {
      if (searchRange(load).looks && rounds.length === 0) return lookStint(load);
      const own = boundedSearch(load, rounds);
      const probes = probesOf(rounds);
      const { next } = decideSearch(own, probes);
      return next && holdingStint(roundOptions(own, next, { probes, index: rounds.length }));
    },
    conclude: (rounds) => {
      const last = rounds.at(-1);
      if (last && isLook(last)) return lookOutcome(load, last);
      return decideSearch(boundedSearch(load, rounds), probesOf(rounds)).outcome;
    },
    ...(isBisection && {
      missed: (round: Round) => (isLook(round) ? null : whyBroken(load, round)),
      answer: (rounds: readonly Round[]) => answerOfSearch(load, rounds),
    }),
    ...(load.objective && { objective: load.objective }),
    hasSeenEnough: () => false,
    headline: (rounds) => headlineOf(boundedSearch(load, rounds), probesOf(rounds)),
  };
}

/** Final rounds that may miss the objective before the search gives up: the service is not steady. */
const maxFinals = 6;

function decideSearch(load: BoundedSearch, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (last?.kind !== 'final') return decideMethod(load, rounds);
  const level = levelInWords(load.of, levelOfRound(last));
  if (load.method === 'doubling') {
    return { outcome: `The final round, at ${level}: the figures of this trial.`, next: null };
  }
  const objective = load.objective?.text ?? 'the objective';
  const why = whyBroken(load, last);
  if (why === null) {
    const answers = last.ok + last.failed;
    const few = hasEnough(load, last)
      ? ''
      : `, but ${countOf(answers, 'answer')} are too few for a verdict, which needs ${formatCount(neededOf(load))}`;
    const outcome = `The final round, at ${level}, meets ${objective}${few}: the figures of this trial.`;
    return { outcome, next: null };
  }
  const broken = `The final round, at ${level}, does not meet ${objective}, because ${why}`;
  const finals = rounds.filter(({ kind }) => kind === 'final');
  const here = finals.filter((round) => levelOfRound(round) === levelOfRound(last));
  const repeated: Decision['next'] = { kind: 'final', level: levelOfRound(last) };
  if (!counts(load, last)) {
    const cause = isSpoilt(load, last) ? 'the generator was late' : 'there are too few answers';
    const silent = here.filter((round) => !counts(load, round)).length;
    return silent >= maxSpoilt
      ? { outcome: `${broken}, but ${cause}, ${silent} times: no verdict on it.`, next: null }
      : { outcome: `${broken}, but ${cause}, so it is repeated.`, next: repeated };
  }
  if (finals.filter((round) => counts(load, round)).length >= maxFinals) {
    return { outcome: `${broken}: none of ${maxFinals} final rounds met it.`, next: null };
  }
  if (here.filter((round) => counts(load, round)).length < 2) {
    return { outcome: `${broken}, so it is repeated.`, next: repeated };
  }
  const lower = lowerThan(load, levelOfRound(last));
  if (lower === null) return { outcome: `${broken}; there is no lower level.`, next: null };
  return {
    outcome: `${broken}, so another follows at ${levelInWords(load.of, lower)}.`,
    next: { kind: 'final', level: lower },
  };
}

/** A tenth lower, for another final round. @returns null at the lowest level of the search. */
function lowerThan({ lowest, of }: BoundedSearch, level: number): number | null {
  if (level <= lowest) return null;
  const less = of === 'users' ? Math.min(level - 1, Math.floor(0.9 * level)) : 0.9 * level;
  return Math.max(lowest, less);
}

function decideMethod(load: BoundedSearch, rounds: readonly Round[]): Decision {
  return load.method === 'doubling' ? decideDoubling(load, rounds) : decideBisection(load, rounds);
}

function headlineOf(load: BoundedSearch, rounds: readonly Round[]): Round | null {
  const last = rounds.at(-1);
  // A final round that missed the objective is still the longest measurement.
  if (last?.kind === 'final') return last;
  const best = load.method === 'doubling' ? bestOfDoubling(rounds) : bestOfBisection(load, rounds);
  return best ?? last ?? null;
}

function roundOptions(
  load: BoundedSearch,
  { kind, level }: NonNullable<Decision['next']>,
  { probes, index }: { probes: readonly Round[]; index: number },
) {
  return {
    ...{ unit: load.of, kind, level, index, settle: load.settle },
    lengthMs: lengthOf(load, kind, level, probes),
  };
}

function lengthOf(
  load: BoundedSearch,
  kind: NonNullable<Decision['next']>['kind'],
  level: number,
  rounds: readonly Round[],
): number {
  if (load.method === 'doubling') return kind === 'final' ? load.final : load.round;
  return kind === 'final'
    ? Math.max(load.final, load.round, verdictLength(load, level, rounds))
    : roundLength(load, level, rounds);
}
