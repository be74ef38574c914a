import type { StepsLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { saturationOf } from './saturation-watch.ts';
import { arrivalsOf, holdingStint, type LoadPlan } from './stint.ts';

/** A ladder: every level is a separate round with fresh connections. */
export function planSteps(load: StepsLoad): LoadPlan {
  const { of: unit, levels, settle, hold: lengthMs } = load;
  const finding = (rounds: readonly Round[]) => saturationOf(rounds, unit, 1);
  const isOver = (rounds: readonly Round[]) =>
    load.stopAt === 'saturation' && finding(rounds).criterion !== 'none';
  return {
    unit,
    arrivals: arrivalsOf(load),
    secondsAreRounds: false,
    next: (rounds) => {
      const level = levels[rounds.length];
      if (level === undefined || isOver(rounds)) return null;
      return holdingStint({ unit, kind: 'step', level, index: rounds.length, settle, lengthMs });
    },
    conclude: (rounds) =>
      isOver(rounds) ? `${finding(rounds).reason} The ladder ended here.` : '',
    hasSeenEnough: () => false,
    headline: null,
  };
}
