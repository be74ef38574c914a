import { availableParallelism } from 'node:os';
import {
  type Cell,
  connectionsOf,
  type PlannedTrial,
  resumesSessions,
  textKindOf,
} from '../../contracts/experiment/cell.ts';
import type { Connections } from '../../contracts/experiment/connections.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { defaultMaxInFlight, isPlan, type Load, unitOf } from '../../contracts/experiment/load.ts';
import type {
  Address,
  AssignedLoad,
  Assignment,
  RequestSetup,
  WorkerTurns,
} from '../../contracts/worker-messages.ts';
import { randomSource } from '../../workloads/messages/text.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { fieldsOf } from '../../workloads/workload.ts';
import { everyConnections, largestLevel } from '../experiment/levels.ts';
import { partOfService } from '../own-service/part-of-service.ts';
import { shareIn } from './division.ts';
import type { LoadPool } from './load-pool.ts';
import { spread } from './spread.ts';
import { arrivalsOf, peakOf, type Stint } from './stints/stint.ts';

/** Default maximum of requests in flight under open load. */
function maxInFlightOf(load: Load): number {
  return ('maxInFlight' in load ? load.maxInFlight : undefined) ?? defaultMaxInFlight;
}

/** Default number of load workers on a machine: one core is left for everything else. */
export function defaultWorkers(cores: number): number {
  return Math.max(1, cores - 1);
}

/** @param auto number of workers for `auto`. */
function wantedWorkers(experiment: Experiment, auto: number): number {
  return experiment.workers === 'auto' ? auto : experiment.workers;
}

/** The smallest quantity to divide among workers, of which each needs at least 1; 1 for a plan, whose iterations are those of one client. */
function minWhole(
  experiment: Experiment,
  atOnce: number,
  requests: number | null,
  connections: readonly Connections[],
): number {
  if (isPlan(experiment.load)) return 1;
  const shared = connections.map((one) =>
    typeof one === 'object' ? one.shared : Number.POSITIVE_INFINITY,
  );
  const least = Math.min(
    Math.floor(atOnce),
    Math.max(...shared),
    requests ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(1, least);
}

/** Maximum number of worker threads for any stint of an experiment. */
export function maxWorkers(experiment: Experiment, cores: number): number {
  const { inFlight } = largestLevel(experiment);
  const least = minWhole(experiment, inFlight, null, everyConnections(experiment));
  return Math.min(wantedWorkers(experiment, defaultWorkers(cores)), least);
}

/** What determines the number of workers of a stint. */
type SizedStint = Pick<Stint, 'profile' | 'requests' | 'closed'>;

function minOfStint(
  experiment: Experiment,
  cell: Cell,
  { requests, ...stint }: SizedStint,
): number {
  const isOpen = unitOf(experiment.load) === 'rate' && !stint.closed;
  const atOnce = isOpen ? maxInFlightOf(experiment.load) : peakOf(stint);
  return minWhole(experiment, atOnce, requests, [connectionsOf(experiment, cell)]);
}

/**
 * Worker threads for a stint: no more than there are users, shared connections or requests to spread.
 * @param auto number of workers for `auto`.
 */
export function workerCount(
  experiment: Experiment,
  cell: Cell,
  stint: SizedStint,
  auto: number,
): number {
  return Math.min(wantedWorkers(experiment, auto), minOfStint(experiment, cell, stint));
}

/**
 * The workers of a stint, and their turns where their shares differ.
 * @param elsewhere other machines that generate the load; null where this one does.
 */
export function stintWorkers(
  experiment: Experiment,
  cell: Cell,
  stint: SizedStint,
  elsewhere: LoadPool['elsewhere'],
): Pick<StintPlace, 'workers' | 'turns'> {
  const auto = elsewhere?.threads ?? defaultWorkers(availableParallelism());
  if (!elsewhere?.divide || isPlan(experiment.load)) {
    return { workers: workerCount(experiment, cell, stint, auto) };
  }
  const wanted = wantedWorkers(experiment, auto);
  const turns = elsewhere.divide(cell, wanted, minOfStint(experiment, cell, stint));
  return { workers: turns.length, turns };
}

/** Think time between an answer and the next request, in milliseconds; null for open load and plans. */
export function thinkTimeOf(load: Load): number | null {
  if (unitOf(load) === 'rate' || isPlan(load)) return null;
  return ('thinkTime' in load ? load.thinkTime : undefined) ?? 0;
}

export interface StintPlace {
  readonly planned: Pick<PlannedTrial, 'repetition'> & { readonly cell: Cell };
  readonly address: Address;
  readonly workers: number;
  /** By worker; absent where all shares are equal. */
  readonly turns?: readonly WorkerTurns[];
  /** Index of the stint in the trial, from 0. */
  readonly index: number;
  /** Core of each worker; null for no pinning. */
  readonly cores: readonly number[] | null;
}

/** Sequence numbers reserved for a stint: more than it can send. */
const sequencesOfStint = 2 ** 32;

/** Determines the requests of a cell. Without fields, the workload uses the protocol's defaults. */
export function requestSetupOf(
  experiment: Pick<Experiment, 'workload' | 'custom' | 'text' | 'seed' | 'data' | 'formats'>,
  cell: Pick<Cell, 'protocol' | 'fields' | 'dates' | 'text'> & { readonly shape?: string },
): RequestSetup {
  const { workload, custom, seed, data, formats } = experiment;
  return {
    workload,
    ...(custom === undefined ? {} : { custom: partOfService(custom, cell.shape ?? '') }),
    text: textKindOf(experiment, cell),
    seed,
    data: { ...data },
    fields: fieldsOf(workloadIn(experiment), cell),
    dates: cell.dates ?? 'full',
    formats,
  };
}

/** Each worker's share of a total. */
function partsOf(total: number, { workers, turns }: StintPlace): number[] {
  return turns ? turns.map((own) => shareIn(own, total)) : spread(total, workers);
}

/** Each worker's share of a stint; users, requests and connections add up exactly. */
export function assignmentsOf(
  experiment: Experiment,
  stint: Stint,
  place: StintPlace,
): Assignment[] {
  const { workers, planned } = place;
  const connections = connectionsOf(experiment, planned.cell);
  const requests = stint.requests === null ? null : partsOf(stint.requests, place);
  const shared = typeof connections === 'object' ? partsOf(connections.shared, place) : null;
  const pacings = pacingsOf(experiment, place, stint);
  return pacings.map((pacing, worker) => ({
    ...requestSetupOf(experiment, planned.cell),
    cell: planned.cell,
    address: place.address,
    firstSequence: place.index * sequencesOfStint + (place.turns?.[worker]?.own[0] ?? worker),
    load: { profile: [...stint.profile], segments: [...stint.segments], pacing },
    connections,
    timeoutMs: experiment.timeout,
    verify: experiment.verify,
    worker,
    workers,
    ...(place.turns?.[worker] ? { turns: place.turns[worker] } : {}),
    requests: requests?.[worker] ?? null,
    sharedConnections: shared?.[worker] ?? null,
    resumption: resumesSessions(experiment, planned.cell),
    core: place.cores?.[worker] ?? null,
  }));
}

function pacingsOf(
  { load, seed }: Experiment,
  place: StintPlace,
  { closed }: Stint,
): AssignedLoad['pacing'][] {
  const { workers, planned, index } = place;
  if (isPlan(load)) {
    const { warmUpIterations, interval, schedule, form, setUp } = load;
    return [{ model: 'plan', warmUpIterations, interval, schedule, form, setUp }];
  }
  const arrivals = closed ? null : arrivalsOf(load);
  if (arrivals === null) {
    const thinkTime = closed?.thinkTimeMs ?? thinkTimeOf(load) ?? 0;
    return Array.from({ length: workers }, () => ({ model: 'closed', thinkTime }));
  }
  return partsOf(maxInFlightOf(load), place).map((maxInFlight, worker) => ({
    model: 'open',
    arrivals,
    maxInFlight,
    seed: mixSeed(seed, planned.repetition, index, worker),
  }));
}

/** A separate seed for each worker, stint and repetition, the same in every run. */
function mixSeed(seed: number, ...parts: readonly number[]): number {
  return parts.reduce((mixed, part) => randomSource((mixed + part) >>> 0)(), seed);
}
