import { type Load, unitOf } from '../../../contracts/experiment/load.ts';
import { longestWarmUp, steadyOf, type WarmUp } from '../../../contracts/experiment/warm-up.ts';
import type { Round } from '../../../contracts/measurement.ts';
import type { Arrivals, LevelUnit, RoundKind } from '../../../contracts/words.ts';
import type { LevelPoint, Segment } from '../../../contracts/worker-messages.ts';
import { levelInWords } from '../../../metrics/levels.ts';

/** A round as it is planned; its figures come later. */
export interface PlannedRound {
  readonly kind: RoundKind;
  /** The level that it holds; null where the level moves. */
  readonly level: number | null;
}

/** When a warm-up ends by itself. Times in milliseconds from the barrier. */
export interface SteadyRule {
  /** What has to be steady. */
  readonly of: 'throughput' | 'latency';
  /** What came before is not looked at: users were still starting. */
  readonly fromMs: number;
  readonly atLeastMs: number;
}

/** What all workers do between one barrier and the next `done`. Times in milliseconds from the barrier. */
export interface Stint {
  readonly profile: readonly LevelPoint[];
  readonly segments: readonly Segment[];
  /** What ends the warm-up before its segment does; null where nothing does. */
  readonly steady: SteadyRule | null;
  /** Requests, over all workers, that end the measured window; null when time does. */
  readonly requests: number | null;
  /** The rounds that its segments name, the first with the number `firstRound`. */
  readonly firstRound: number;
  readonly rounds: readonly PlannedRound[];
  /** What the engine says while it runs. */
  readonly activity: string;
}

/**
 * How a load is played: stint by stint, each decided from the rounds that are over. Pure, so that
 * the same rounds give the same answers, also when a stored trial is read back.
 */
export interface LoadPlan {
  readonly unit: LevelUnit;
  /** How open arrivals follow each other; null in closed load. */
  readonly arrivals: Arrivals | null;
  /** Whether every measured second is a round of its own. */
  readonly secondsAreRounds: boolean;
  /**
   * @param played how many stints are over.
   * @returns the stint after these rounds; null when the trial is over.
   */
  next(rounds: readonly Round[], played: number): Stint | null;
  /** What follows from the last of these rounds, in a sentence; empty when nothing does. */
  conclude(rounds: readonly Round[]): string;
  /** Why a round missed the objective of a search; null when it kept it. Absent where there is none. */
  missed?(round: Round): string | null;
  /** Whether the stint should end now, because it has shown what it had to. */
  hasSeenEnough(rounds: readonly Round[]): boolean;
  /** Picks the round whose figures stand for the whole trial; null where all measured windows do together. */
  readonly headline: ((rounds: readonly Round[]) => Round | null) | null;
}

/** How the open arrivals of a load follow each other; null when it is closed. */
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

/** When the measured window opens and closes, in milliseconds; null for an edge that only the requests decide. */
export function windowOf({ segments }: Pick<Stint, 'segments'>): {
  start: number | null;
  end: number | null;
} {
  const first = segments.findIndex(({ phase }) => phase === 'measured');
  const before = segments[first - 1];
  return { start: before ? before.untilMs : 0, end: segments.at(-1)?.untilMs ?? null };
}

/** When a warm-up ends by itself; null where it is a time. @param fromMs when the level is reached. */
export function steadyRule(warmUp: WarmUp, unit: LevelUnit, fromMs: number): Stint['steady'] {
  const steady = steadyOf(warmUp);
  if (!steady) return null;
  return { of: unit === 'rate' ? 'latency' : 'throughput', fromMs, atLeastMs: steady.atLeast };
}

/** Warm-up, if there is one, and then a measured window. @param lengthMs null when requests end it. */
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

/** A stint that holds one level, with fresh connections: a step, or a round of a search. */
export function holdingStint(options: {
  readonly unit: LevelUnit;
  readonly kind: RoundKind;
  readonly level: number;
  readonly index: number;
  readonly settle: WarmUp;
  readonly lengthMs: number;
}): Stint {
  const { unit, kind, level, index, settle, lengthMs } = options;
  const name = kind === 'final' ? 'Final round' : `Round ${index + 1}`;
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

/** Arrivals that were not sent, among all that came to an end, 0–1. */
export function droppedShareOf({ ok, failed, dropped }: Pick<Round, 'ok' | 'failed' | 'dropped'>) {
  return dropped > 0 ? dropped / (ok + failed + dropped) : 0;
}
