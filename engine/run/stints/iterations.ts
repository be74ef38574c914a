import type { PlanLoad } from '../../../contracts/experiment/load.ts';
import type { Segment } from '../../../contracts/worker-messages.ts';
import { iterationsAtOnce } from '../../experiment/levels.ts';
import { type LoadPlan, singleStint } from './stint.ts';

/** One stint of iterations: those of the warm-up, followed by the measured ones. */
export function planIterations(load: PlanLoad): LoadPlan {
  const measured: Segment = { phase: 'measured', round: null, untilMs: null };
  const warmUp: Segment = { phase: 'warm-up', round: null, untilMs: null };
  return singleStint(load, {
    profile: [{ atMs: 0, level: iterationsAtOnce(load) }],
    segments: load.warmUpIterations > 0 ? [warmUp, measured] : [measured],
    steady: null,
    requests: load.iterations,
    firstRound: 0,
    rounds: [],
    activity: load.schedule === 'load' ? 'Running all iterations at once' : 'Running iterations',
  });
}
