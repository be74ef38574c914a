import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { bestOfBisection, decideBisection } from './bisection.ts';
import { bestOfDoubling, type Decision, decideDoubling } from './doubling.ts';
import { arrivalsOf, holdingStint, type LoadPlan, levelInWords, levelOfRound } from './stint.ts';

/** A search, round by round, each with fresh connections. */
export function planSearch(load: SearchLoad): LoadPlan {
  const decide = (rounds: readonly Round[]) => decideSearch(load, rounds);
  return {
    unit: load.of,
    arrivals: arrivalsOf(load),
    secondsAreRounds: false,
    next: (rounds) => {
      const { next } = decide(rounds);
      return next && holdingStint(roundOptions(load, next, rounds.length));
    },
    conclude: (rounds) => decide(rounds).outcome,
    hasSeenEnough: () => false,
    headline: (rounds) => headlineOf(load, rounds),
  };
}

function decideSearch(load: SearchLoad, rounds: readonly Round[]): Decision {
  const last = rounds.at(-1);
  if (last?.kind === 'final') {
    const level = levelInWords(load.of, levelOfRound(last));
    return { outcome: `The final round, at ${level}: the figures of this trial.`, next: null };
  }
  return load.method === 'doubling' ? decideDoubling(load, rounds) : decideBisection(load, rounds);
}

function headlineOf(load: SearchLoad, rounds: readonly Round[]): Round | null {
  const last = rounds.at(-1);
  if (last?.kind === 'final') return last;
  const best = load.method === 'doubling' ? bestOfDoubling(rounds) : bestOfBisection(load, rounds);
  return best ?? last ?? null;
}

function roundOptions(
  load: SearchLoad,
  { kind, level }: NonNullable<Decision['next']>,
  index: number,
) {
  const lengthMs = kind === 'final' ? load.final : load.round;
  return { unit: load.of, kind, level, index, settleMs: load.settle, lengthMs };
}
