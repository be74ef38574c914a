import type { ClientKind } from '../../../contracts/words.ts';
import type { AssignedLoad, Assignment } from '../../../contracts/worker-messages.ts';
import { spread } from '../../../engine/run/spread.ts';
import type { BenchTarget } from '../support/target.ts';

/** Load for one of Wirebench's drivers. Times in seconds. */
export interface OwnLoad {
  readonly client: ClientKind;
  readonly connections: number;
  /** Concurrent requests on each connection. */
  readonly streams: number;
  readonly workers: number;
  readonly warmUp: number;
  /** The warm-up ends as soon as throughput is steady, if that is earlier than its set time. */
  readonly untilSteady?: boolean;
  readonly seconds: number;
  /** Pause of a user between its requests. */
  readonly thinkTime?: number;
  /** Time over which the users start. */
  readonly rampUp?: number;
  /** A file with an own service, as in experiments, and the request that is sent. */
  readonly own?: { readonly file: string; readonly request: string };
  /** Arrivals per second of an open load, instead of waiting users. */
  readonly rate?: number;
}

/** From the start of the load, in seconds, to the end of its window. */
export const lengthOf = ({ warmUp, seconds }: OwnLoad): number => warmUp + seconds;

function loadOf(load: OwnLoad): AssignedLoad {
  const users = load.connections * load.streams;
  const rampUpMs = (load.rampUp ?? 0) * 1000;
  const closed =
    rampUpMs > 0
      ? [
          { atMs: 0, level: 1 },
          { atMs: rampUpMs, level: users },
        ]
      : [{ atMs: 0, level: users }];
  return {
    profile: load.rate === undefined ? closed : [{ atMs: 0, level: load.rate }],
    segments: [
      { phase: 'warm-up', round: null, untilMs: load.warmUp * 1000 },
      { phase: 'measured', round: null, untilMs: lengthOf(load) * 1000 },
    ],
    pacing:
      load.rate === undefined
        ? { model: 'closed', thinkTime: (load.thinkTime ?? 0) * 1000 }
        : { model: 'open', arrivals: 'constant', maxInFlight: 1000, seed: 1 },
  };
}

/** The load as the engine would pass it to its workers. */
export function assignmentsOf(target: BenchTarget, load: OwnLoad): Assignment[] {
  const users = load.connections * load.streams;
  const shared = load.streams > 1 || load.rate !== undefined;
  const parts = spread(load.connections, load.workers);
  return parts.map((connections, worker) => ({
    cell: {
      protocol: target.protocol,
      shape: load.own?.request ?? 'small',
      ...(load.rate === undefined ? { users } : { rate: load.rate }),
      tls: target.address.tls ? 'on' : 'off',
      client: load.client,
    },
    address: target.address,
    workload: load.own ? 'custom' : 'product',
    text: 'ascii',
    seed: 1,
    data: {},
    fields: 'full',
    dates: 'full',
    formats: 'separate',
    firstSequence: worker,
    load: loadOf(load),
    connections: shared ? { shared: load.connections } : 'per-user',
    timeoutMs: 30_000,
    verify: 'sample',
    worker,
    workers: load.workers,
    requests: null,
    sharedConnections: shared ? connections : null,
    resumption: false,
    core: null,
  }));
}
