import type { StintMachine } from '../run/load-pool.ts';
import type { ClockOffset } from './clock-offset.ts';
import type { JoinedMachine } from './machines.ts';
import type { ReportOrder } from './report-order.ts';
import type { TokenRelay } from './token-relay.ts';

/** A machine of a run. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  readonly cpu: string;
  readonly cores: number;
  /** Where it is, as its user calls that. */
  readonly place: string | undefined;
  readonly order: ReportOrder;
  readonly tokens: TokenRelay;
  clock: ClockOffset | null;
  lost: boolean;
  /** Why it is lost, as the end of a sentence that begins with its name. */
  lossReason: string;
  /** The workers of the stint that are its own, by their place here. */
  workers: readonly number[];
  /** Those of them that have ended. */
  ended: number;
}

/** @param name which no other machine of the run has. */
export function newMember(
  { id, beat: { facts } }: JoinedMachine,
  name: string,
  { order, tokens }: Pick<Member, 'order' | 'tokens'>,
): Member {
  const { threads, cpu, cores, place } = facts;
  return {
    ...{ id, name, threads, cpu, cores, place, order, tokens },
    ...{ clock: null, lost: false, lossReason: '', workers: [], ended: 0 },
  };
}

/** What runs and results know of it. */
export function machineOf({ name, cpu, cores, place, workers, clock }: Member): StintMachine {
  return {
    name,
    cpu,
    cores,
    ...(place === undefined ? {} : { place }),
    workers,
    roundTripMs: Number(clock?.roundTrip ?? 0n) / 1e6,
    clockErrorMs: Number(clock?.error ?? 0n) / 1e6,
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
