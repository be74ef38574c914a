import { type Cell, warmUpOf } from '../../../contracts/experiment/cell.ts';
import {
  type ClosedLoad,
  type OpenLoad,
  type StagesLoad,
  unitOf,
} from '../../../contracts/experiment/load.ts';
import { longestWarmUp } from '../../../contracts/experiment/warm-up.ts';
import type { LevelPoint } from '../../../contracts/worker-messages.ts';
import { type LoadPlan, segmentsOf, singleStint, steadyRule } from './stint.ts';

/**
 * Users of closed load over time. User number k (from 0) is active while the level is at least
 * k + 1, so a ramp-up of r users a second starts it k/r seconds after the first.
 */
function closedProfile(users: number, rampUp: number): LevelPoint[] {
  if (rampUp === 0 || users === 1) return [{ atMs: 0, level: users }];
  return [
    { atMs: 0, level: 1 },
    { atMs: ((users - 1) / rampUp) * 1000, level: users },
  ];
}

export function planClosed(load: ClosedLoad, cell: Partial<Cell>): LoadPlan {
  return oneWindow(load, cell, closedProfile(cell.users ?? 1, load.rampUp));
}

export function planOpen(load: OpenLoad, cell: Partial<Cell>): LoadPlan {
  return oneWindow(load, cell, [{ atMs: 0, level: cell.rate ?? 1 }]);
}

function oneWindow(
  load: ClosedLoad | OpenLoad,
  cell: Partial<Cell>,
  profile: LevelPoint[],
): LoadPlan {
  const warmUp = warmUpOf(load, cell);
  return singleStint(load, {
    profile,
    segments: segmentsOf(longestWarmUp(warmUp), load.duration ?? null, null),
    steady: steadyRule(warmUp, unitOf(load), profile.at(-1)?.atMs ?? 0),
    requests: load.requests ?? null,
    firstRound: 0,
    rounds: [],
    activity: 'Generating load',
  });
}

/** Each stage is a round; its level changes from that of the stage before to its own. */
export function planStages(load: StagesLoad): LoadPlan {
  let atMs = 0;
  const ends = load.stages.map((stage) => {
    atMs += stage.for;
    return { atMs, level: stage.to };
  });
  return singleStint(load, {
    profile: [{ atMs: 0, level: load.from }, ...ends],
    segments: ends.map((end, round) => ({ phase: 'measured', round, untilMs: end.atMs })),
    steady: null,
    requests: null,
    firstRound: 0,
    rounds: load.stages.map(({ to }, index) => {
      const before = load.stages[index - 1]?.to ?? load.from;
      return { kind: 'stage', level: before === to ? to : null };
    }),
    activity: 'Generating load',
  });
}
