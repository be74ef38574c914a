import type { AgentFacts } from '../../contracts/machines.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import type { StintMachine } from '../run/load-pool.ts';
import { type ClockOffset, errorAt } from './clock-offset.ts';
import type { JoinedMachine } from './machines.ts';
import type { ReportOrder } from './report-order.ts';
import type { TokenRelay } from './token-relay.ts';

export interface PoolOptions {
  /** Whether the other machines continue when one is lost. */
  readonly goesOn: boolean;
  /** Whether parts are in proportion to the machines' calibrations. */
  readonly byCalibration: boolean;
}

/** A machine of a run. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  readonly cpu: string;
  readonly cores: number;
  /** Its place, as its user calls it. */
  readonly place: string | undefined;
  /** Its capacity. */
  readonly facts: AgentFacts;
  readonly order: ReportOrder;
  readonly tokens: TokenRelay;
  clock: ClockOffset | null;
  /** Round trip from it to the target of the stint, in milliseconds; undefined while unknown. */
  targetTripMs: number | undefined;
  lost: boolean;
  /** Why it is lost, as the end of a sentence that begins with its name. */
  lossReason: string;
  /** The last stint that it was given a part of. */
  stint: number;
  /** Its workers in the stint, by their index here. */
  workers: readonly number[];
  /** Its share of the total, 0–1; undefined where all workers have equal shares. */
  share: number | undefined;
  /** Those of its workers that have ended. */
  ended: number;
  /** How much later than the others it started the stint, in milliseconds. */
  beganLateMs: number;
}

/** @param name unique among the machines of the run. */
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

/** A machine's weight where something is dealt once: whole numbers. */
export function weightOf({ lost, workers }: Member, assignments: readonly Assignment[]): number {
  if (lost) return 0;
  return workers.reduce((sum, place) => sum + (assignments[place]?.turns?.own.length ?? 1), 0);
}

/** Its description in runs and results. @param at moment at which the error of its clock is stated; null for that of the reading. */
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

/** Makes names of machines unique: a second `host` is `host (2)`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}
