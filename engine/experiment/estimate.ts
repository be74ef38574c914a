import { type Cell, type PlannedTrial, warmUpOf } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import {
  isPlan,
  type Load,
  type PlanLoad,
  type SearchLoad,
  searchRange,
} from '../../contracts/experiment/load.ts';
import { longestWarmUp } from '../../contracts/experiment/warm-up.ts';
import type { WarmUpResult } from '../../contracts/measurement.ts';
import { sum } from '../stats/moments.ts';

/** Starting and stopping the service, connecting and draining, in seconds per trial. */
const trialOverhead = 1;
/** Doublings from an eighth of what users of closed load got. */
const lookDoublings = 5;

/** Closing the connections of a round and opening those of the next, in seconds. */
const roundOverhead = 0.2;

/**
 * Expected length of the trials in seconds: the load itself, about a second of overhead per trial and
 * a little between rounds. It is an upper bound where a load ends early, at saturation or when
 * a search has found its level, and where a warm-up ends when throughput is steady.
 * @returns null when the window is bounded by a number of requests, so that its length is unknown.
 */
export function estimateSeconds(
  experiment: Experiment,
  trials: readonly PlannedTrial[],
): number | null {
  const seconds = trials.map(({ cell }) => loadSeconds(experiment.load, cell));
  if (seconds.some((one) => one === null)) return null;
  return sum(seconds.map((one) => (one ?? 0) + trialOverhead));
}

/** Length of one trial of a load in seconds, without overhead; null when requests end it. */
function loadSeconds(load: Load, cell: Cell): number | null {
  switch (load.model) {
    case 'closed':
    case 'open':
      return load.duration === undefined
        ? null
        : (longestWarmUp(warmUpOf(load, cell)) + load.duration) / 1000;
    case 'ramp':
      return (load.to - load.from) / load.perSecond;
    case 'steps':
      return roundsSeconds(load.levels.map(() => longestWarmUp(load.settle) + load.hold));
    case 'stages':
      return sum(load.stages.map((stage) => stage.for)) / 1000;
    case 'search':
      return roundsSeconds(searchRounds(load));
    case 'plan':
      return planSeconds(load);
  }
}

/**
 * Warm-up and window of a running trial, together in seconds; null where unknown in advance.
 * @param warmUp the measured length, once known.
 */
export function secondsOfRunning(
  load: Load,
  cell: Cell,
  warmUp: WarmUpResult | null,
): number | null {
  const seconds = isPlan(load) ? null : loadSeconds(load, cell);
  if (seconds === null || !warmUp || (load.model !== 'closed' && load.model !== 'open')) {
    return seconds;
  }
  return seconds - longestWarmUp(warmUpOf(load, cell)) / 1000 + warmUp.seconds;
}

/** The intervals alone, since the length of an iteration is unknown; null without intervals. */
function planSeconds(load: PlanLoad): number | null {
  const { schedule, interval, iterations, warmUpIterations } = load;
  if (schedule === 'load' || interval === 0) return null;
  return ((iterations + warmUpIterations) * interval) / 1000;
}

/** @returns the length of each round of a search, as a maximum, in milliseconds. */
function searchRounds(load: SearchLoad): number[] {
  const settle = longestWarmUp(load.settle);
  const count = maxRounds(load) + (searchRange(load).looks ? 1 : 0);
  const rounds = Array.from({ length: count }, () => settle + load.round);
  return load.final > 0 ? [...rounds, settle + load.final] : rounds;
}

/**
 * Maximum number of rounds before the final one: doubling from `from` up to `to` and, for
 * bisection, `to` itself and then halving the range between the last two until within `precision`.
 */
export function maxRounds(load: SearchLoad): number {
  // A search that looks first begins within a few doublings of what it finds.
  const { from, to, looks } = searchRange(load);
  const doublings = looks ? lookDoublings : Math.log2(to / from);
  if (load.method === 'doubling') return Math.floor(doublings) + 1;
  // A level that misses is repeated.
  return Math.ceil(doublings) + 1 + 2 * Math.ceil(Math.log2(1 / load.precision));
}

function roundsSeconds(milliseconds: readonly number[]): number {
  return sum(milliseconds) / 1000 + (milliseconds.length - 1) * roundOverhead;
}

/** Requests, or iterations of a plan, that end the window; null where time does. */
export function endingCount(load: Load): number | null {
  if (isPlan(load)) return load.iterations;
  return ('requests' in load ? load.requests : undefined) ?? null;
}
