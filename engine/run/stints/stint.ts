import { type Load, unitOf } from '../../../contracts/experiment/load.ts';
import type { Threshold } from '../../../contracts/experiment/threshold.ts';
import { longestWarmUp, steadyOf, type WarmUp } from '../../../contracts/experiment/warm-up.ts';
import type { Round } from '../../../contracts/measurement.ts';
import type { SearchAnswer } from '../../../contracts/search-answer.ts';
import type { Arrivals, LevelUnit, RoundKind } from '../../../contracts/words.ts';
import type { LevelPoint, Segment } from '../../../contracts/worker-messages.ts';
import { levelInWords } from '../../../metrics/levels.ts';

/** A planned round, before it is measured. */
export interface PlannedRound {
  readonly kind: RoundKind;
  /** Its level; null where the level changes. */
  readonly level: number | null;
}

/** Condition that ends a warm-up. Times in milliseconds from the barrier. */
export interface SteadyRule {
  /** Metric that must be steady. */
  readonly of: 'throughput' | 'latency';
  /** Start of observation: before, users were still starting. */
  readonly fromMs: number;
  readonly atLeastMs: number;
}

/** Work of all workers between a barrier and the next `done`. Times in milliseconds from the barrier. */
export interface Stint {
  readonly profile: readonly LevelPoint[];
  readonly segments: readonly Segment[];
  /** Condition that ends the warm-up before its segment does; null without one. */
  readonly steady: SteadyRule | null;
  /** Number of requests over all workers that ends the measured window; null when time does. */
  readonly requests: number | null;
  /** The rounds of its segments, the first with the number `firstRound`. */
  readonly firstRound: number;
  readonly rounds: readonly PlannedRound[];
  /** Activity shown while it runs. */
  readonly activity: string;
  /** For users of closed load in a trial of open load, with their think time in milliseconds; absent otherwise. */
  readonly closed?: { readonly thinkTimeMs: number };
}

/**
 * How a load is played: stint by stint, each determined by the completed rounds. Pure, so that
 * the same rounds give the same answers, also when a stored trial is read back.
 */
export interface LoadPlan {
  readonly unit: LevelUnit;
  /** Distribution of open arrivals; null for closed load. */
  readonly arrivals: Arrivals | null;
  /** Whether every measured second is a separate round. */
  readonly secondsAreRounds: boolean;
  /**
   * @param played number of completed stints.
   * @returns the stint after these rounds; null when the trial is over.
   */
  next(rounds: readonly Round[], played: number): Stint | null;
  /** Conclusion from the last of these rounds as a sentence; empty without one. */
  conclude(rounds: readonly Round[]): string;
  /** Why a round missed the objective of a search; null when it met it. Absent without an objective. */
  missed?(round: Round): string | null;
  /** The objective of a search; absent without one. */
  readonly objective?: Threshold;
  /** The answer of a search to its objective. Absent for other loads. */
  answer?(rounds: readonly Round[]): SearchAnswer;
  /** Whether the stint should end now, because its result is certain. */
  hasSeenEnough(rounds: readonly Round[]): boolean;
  /** Picks the round that represents the whole trial; null where all measured windows do together. */
  readonly headline: ((rounds: readonly Round[]) => Round | null) | null;
}

/** Distribution of the open arrivals of a load; null when it is closed. */
export function arrivalsOf(load: Load): Arrivals | null {
  if (unitOf(load) === 'users') return null;
  return ('arrivals' in load ? load.arrivals : undefined) ?? 'constant';
}

/** A load whose trial is one stint, known beforehand. */
export function singleStint(load: Load, stint: Stint): LoadPlan {
  return {
    unit: unitOf(load),
    arrivals: arrivalsOf(load),
    secondsAreRounds: false,
    next: (_rounds, played) => (played === 0 ? stint : null),
    conclude: () => '',
    hasSeenEnough: () => false,
    headline: null,
  };
}

/** The highest level of a stint. */
export function peakOf({ profile }: Pick<Stint, 'profile'>): number {
  return Math.max(...profile.map(({ level }) => level));
}

/** Start and end of the measured window in milliseconds; null for an edge that depends on the requests. */
export function windowOf({ segments }: Pick<Stint, 'segments'>): {
  start: number | null;
  end: number | null;
} {
  const first = segments.findIndex(({ phase }) => phase === 'measured');
  const before = segments[first - 1];
  return { start: before ? before.untilMs : 0, end: segments.at(-1)?.untilMs ?? null };
}

/** Condition that ends a warm-up; null where it has a fixed length. @param fromMs when the level is reached. */
export function steadyRule(warmUp: WarmUp, unit: LevelUnit, fromMs: number): Stint['steady'] {
  const steady = steadyOf(warmUp);
  if (!steady) return null;
  return { of: unit === 'rate' ? 'latency' : 'throughput', fromMs, atLeastMs: steady.atLeast };
}

/** An optional warm-up followed by a measured window. @param lengthMs null when requests end it. */
export function segmentsOf(
  warmUpMs: number,
  lengthMs: number | null,
  round: number | null,
): Segment[] {
  const measured: Segment = {
    phase: 'measured',
    round,
    untilMs: lengthMs === null ? null : warmUpMs + lengthMs,
  };
  return warmUpMs > 0 ? [{ phase: 'warm-up', round, untilMs: warmUpMs }, measured] : [measured];
}

/** A stint at one level, with fresh connections: a step, or a round of a search. */
export function holdingStint(options: {
  readonly unit: LevelUnit;
  readonly kind: RoundKind;
  readonly level: number;
  readonly index: number;
  readonly settle: WarmUp;
  readonly lengthMs: number;
}): Stint {
  const { unit, kind, level, index, settle, lengthMs } = options;
  const name =
    kind === 'final' ? 'Final round' : kind === 'look' ? 'First look' : `Round ${index + 1}`;
  return {
    profile: [{ atMs: 0, level }],
    segments: segmentsOf(longestWarmUp(settle), lengthMs, index),
    steady: steadyRule(settle, unit, 0),
    requests: null,
    firstRound: index,
    rounds: [{ kind, level }],
    activity: `${name}: ${levelInWords(unit, level)}`,
  };
}

/** Failed requests among those that were answered, 0–1. */
export function errorShareOf({ ok, failed }: Pick<Round, 'ok' | 'failed'>): number {
  return ok + failed > 0 ? failed / (ok + failed) : 0;
}

/** Share of arrivals that were dropped, 0–1. */
export function droppedShareOf({ ok, failed, dropped }: Pick<Round, 'ok' | 'failed' | 'dropped'>) {
  return dropped > 0 ? dropped / (ok + failed + dropped) : 0;
}
