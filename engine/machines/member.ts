import type { AgentFacts } from '../../contracts/machines.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import type { StintMachine } from '../run/load-pool.ts';
import { type ClockOffset, errorAt } from './clock-offset.ts';
import type { JoinedMachine } from './machines.ts';
import type { ReportOrder } from './report-order.ts';
import type { TokenRelay } from './token-relay.ts';

export interface PoolOptions {
  /** Whether the other machines go on when one is lost. */
  readonly goesOn: boolean;
  /** Whether each has a part in proportion to what it was calibrated to do. */
  readonly byCalibration: boolean;
}

/** A machine of a run. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  readonly cpu: string;
  readonly cores: number;
  /** Where it is, as its user calls that. */
  readonly place: string | undefined;
  /** What it can do. */
  readonly facts: AgentFacts;
  readonly order: ReportOrder;
  readonly tokens: TokenRelay;
  clock: ClockOffset | null;
  /** From it to the target of the stint and back, in milliseconds; undefined while that is not known. */
  targetTripMs: number | undefined;
  lost: boolean;
  /** Why it is lost, as the end of a sentence that begins with its name. */
  lossReason: string;
  /** The last stint that it was given a part of. */
  stint: number;
  /** The workers of the stint that are its own, by their place here. */
  workers: readonly number[];
  /** Its part of the whole, 0–1; undefined where each worker has the same part. */
  share: number | undefined;
  /** Those of its workers that have ended. */
  ended: number;
  /** By how much it began the stint later than the others, in milliseconds. */
  beganLateMs: number;
}

/** @param name which no other machine of the run has. */
export function newMember(
  { id, beat: { facts } }: JoinedMachine,
  name: string,
  { order, tokens }: Pick<Member, 'order' | 'tokens'>,
): Member {
  const { threads, cpu, cores, place } = facts;
  return {
    ...{ id, name, threads, cpu, cores, place, facts, order, tokens },
    ...{
      clock: null,
      targetTripMs: undefined,
      lost: false,
      lossReason: '',
      stint: 0,
      workers: [],
      share: undefined,
      ended: 0,
      beganLateMs: 0,
    },
  };
}

/** Gives a machine workers of a stint. @param assignments of all workers. */
export function giveWorkers(
  member: Member,
  workers: readonly number[],
  assignments: readonly Assignment[],
): void {
  member.workers = workers;
  member.ended = 0;
  member.beganLateMs = 0;
  member.targetTripMs = undefined;
  const turns = workers.flatMap((place) => assignments[place]?.turns ?? []);
  const own = turns.reduce((sum, one) => sum + one.own.length, 0);
  member.share = turns[0] && own / turns[0].of;
}

/** What a machine has of what is dealt once, compared with others: whole numbers. */
export function weightOf({ lost, workers }: Member, assignments: readonly Assignment[]): number {
  if (lost) return 0;
  return workers.reduce((sum, place) => sum + (assignments[place]?.turns?.own.length ?? 1), 0);
}

/** What runs and results know of it. @param at moment of which the error of its clock is told; null of the look at it. */
export function machineOf(
  { name, cpu, cores, place, workers, share, clock, targetTripMs, beganLateMs }: Member,
  at: bigint | null,
): StintMachine {
  return {
    name,
    cpu,
    cores,
    ...(place === undefined ? {} : { place }),
    workers,
    ...(share === undefined ? {} : { share }),
    roundTripMs: Number(clock?.roundTrip ?? 0n) / 1e6,
    clockErrorMs: clock ? Number(errorAt(clock, at ?? clock.at)) / 1e6 : 0,
    ...(targetTripMs === undefined ? {} : { targetTripMs }),
    ...(beganLateMs > 0 && { beganLateMs }),
  };
}

/** Names of machines, of which none is that of another: a second `host` is `host (2)`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}
