import type { RampLoad } from '../../../contracts/experiment/load.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { saturationOf } from './saturation-watch.ts';
import { type LoadPlan, type Stint, segmentsOf, singleStint } from './stint.ts';

/** Seconds that must confirm saturation before a ramp is ended. */
const confirmSeconds = 10;

/** One stint from the lowest to the highest level; every second of it is a round. */
export function planRamp(load: RampLoad): LoadPlan {
  const lengthMs = ((load.to - load.from) / load.perSecond) * 1000;
  const stint: Stint = {
    profile: [
      { atMs: 0, level: load.from },
      { atMs: lengthMs, level: load.to },
    ],
    segments: segmentsOf(0, lengthMs, null),
    steady: null,
    requests: null,
    firstRound: 0,
    rounds: [],
    activity: 'Raising the load',
  };
  const finding = (rounds: readonly Round[]) => saturationOf(rounds, load.of, confirmSeconds);
  const isOver = (rounds: readonly Round[]) =>
    load.stopAt === 'saturation' && finding(rounds).criterion !== 'none';
  return {
    ...singleStint(load, stint),
    secondsAreRounds: true,
    conclude: (rounds) => (isOver(rounds) ? `${finding(rounds).reason} The ramp ended here.` : ''),
    hasSeenEnough: isOver,
  };
}
