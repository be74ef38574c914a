import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import { bestOfBisection, decideBisection, roundLength } from './bisection.ts';
import { bestOfDoubling, type Decision, decideDoubling } from './doubling.ts';
import { whyBroken } from './objective.ts';
import { arrivalsOf, holdingStint, type LoadPlan } from './stint.ts';

/** A search, round by round, each with fresh connections. */
export function planSearch(load: SearchLoad): LoadPlan {
  const decide = (rounds: readonly Round[]) => decideSearch(load, rounds);
  return {
    unit: load.of,
    arrivals: arrivalsOf(load),
    secondsAreRounds: false,
    next: (rounds) => {
      const { next } = decide(rounds);
      return next && holdingStint(roundOptions(load, next, rounds));
    },
    conclude: (rounds) => decide(rounds).outcome,
    ...(load.method === 'bisection' && { missed: (round: Round) => whyBroken(load, round) }),
    hasSeenEnough: () => false,
    headline: (rounds) => headlineOf(load, rounds),
  };
}

/** Final rounds that may miss the objective before the search gives up: the service is not steady. */
const maxFinals = 6;

function decideSearch(load: SearchLoad, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (last?.kind !== 'final') return decideMethod(load, rounds);
  const level = levelInWords(load.of, levelOfRound(last));
  if (load.method === 'doubling') {
    return { outcome: `The final round, at ${level}: the figures of this trial.`, next: null };
  }
  const objective = load.objective?.text ?? 'the objective';
  const why = whyBroken(load, last);
  if (why === null) {
    const outcome = `The final round, at ${level}, meets ${objective}: the figures of this trial.`;
    return { outcome, next: null };
  }
  const broken = `The final round, at ${level}, does not meet ${objective}, because ${why}`;
  if (rounds.filter(({ kind }) => kind === 'final').length >= maxFinals) {
    return { outcome: `${broken}: none of ${maxFinals} final rounds met it.`, next: null };
  }
  const before = rounds.at(-2);
  const isFirst = before?.kind !== 'final' || levelOfRound(before) !== levelOfRound(last);
  if (isFirst) {
    return {
      outcome: `${broken}, so it is repeated.`,
      next: { kind: 'final', level: levelOfRound(last) },
    };
  }
  const lower = lowerThan(load, levelOfRound(last));
  if (lower === null) return { outcome: `${broken}; there is no lower level.`, next: null };
  return {
    outcome: `${broken}, so another follows at ${levelInWords(load.of, lower)}.`,
    next: { kind: 'final', level: lower },
  };
}

/** A tenth lower, for another final round. @returns null at the lowest level of the search. */
function lowerThan({ from, of }: SearchLoad, level: number): number | null {
  if (level <= from) return null;
  const less = of === 'users' ? Math.min(level - 1, Math.floor(0.9 * level)) : 0.9 * level;
  return Math.max(from, less);
}

function decideMethod(load: SearchLoad, rounds: readonly Round[]): Decision {
  return load.method === 'doubling' ? decideDoubling(load, rounds) : decideBisection(load, rounds);
}

function headlineOf(load: SearchLoad, rounds: readonly Round[]): Round | null {
  const last = rounds.at(-1);
  // A final round that missed the objective is still the longest measurement.
  if (last?.kind === 'final') return last;
  const best = load.method === 'doubling' ? bestOfDoubling(rounds) : bestOfBisection(load, rounds);
  return best ?? last ?? null;
}

function roundOptions(
  load: SearchLoad,
  { kind, level }: NonNullable<Decision['next']>,
  rounds: readonly Round[],
) {
  return {
    ...{ unit: load.of, kind, level, index: rounds.length, settle: load.settle },
    lengthMs: lengthOf(load, kind, level, rounds),
  };
}

function lengthOf(
  load: SearchLoad,
  kind: NonNullable<Decision['next']>['kind'],
  level: number,
  rounds: readonly Round[],
): number {
  if (load.method === 'doubling') return kind === 'final' ? load.final : load.round;
  const probed = roundLength(load, level, rounds);
  return kind === 'final' ? Math.max(load.final, probed) : probed;
}
