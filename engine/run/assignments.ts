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

/** Requests of open load that may wait for an answer at once. */
function maxInFlightOf(load: Load): number {
  return ('maxInFlight' in load ? load.maxInFlight : undefined) ?? defaultMaxInFlight;
}

/** Load workers of a machine that is left to decide: one of its cores is for everything else. */
export function defaultWorkers(cores: number): number {
  return Math.max(1, cores - 1);
}

/** @param auto how many workers `auto` stands for. */
function wantedWorkers(experiment: Experiment, auto: number): number {
  return experiment.workers === 'auto' ? auto : experiment.workers;
}

/** The smallest whole that workers have parts of, of which each needs one; 1 of a plan, whose iterations are those of one client. */
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

/** Worker threads for any stint of an experiment, at most. */
export function maxWorkers(experiment: Experiment, cores: number): number {
  const { inFlight } = largestLevel(experiment);
  const least = minWhole(experiment, inFlight, null, everyConnections(experiment));
  return Math.min(wantedWorkers(experiment, defaultWorkers(cores)), least);
}

function minOfStint(
  experiment: Experiment,
  cell: Cell,
  { requests, ...stint }: Pick<Stint, 'profile' | 'requests'>,
): number {
  const isOpen = unitOf(experiment.load) === 'rate';
  const atOnce = isOpen ? maxInFlightOf(experiment.load) : peakOf(stint);
  return minWhole(experiment, atOnce, requests, [connectionsOf(experiment, cell)]);
}

/**
 * Worker threads for a stint: no more than there are users, shared connections or requests to spread.
 * @param auto how many workers `auto` stands for.
 */
export function workerCount(
  experiment: Experiment,
  cell: Cell,
  stint: Pick<Stint, 'profile' | 'requests'>,
  auto: number,
): number {
  return Math.min(wantedWorkers(experiment, auto), minOfStint(experiment, cell, stint));
}

/**
 * The workers of a stint, and their turns where they do not all have the same part.
 * @param elsewhere other machines that make the load; null where this one does.
 */
export function stintWorkers(
  experiment: Experiment,
  cell: Cell,
  stint: Pick<Stint, 'profile' | 'requests'>,
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

/** Pause of a user between an answer and its next request, in milliseconds; null in open load, and of a plan. */
export function thinkTimeOf(load: Load): number | null {
  if (unitOf(load) === 'rate' || isPlan(load)) return null;
  return ('thinkTime' in load ? load.thinkTime : undefined) ?? 0;
}

export interface StintPlace {
  readonly planned: Pick<PlannedTrial, 'repetition'> & { readonly cell: Cell };
  readonly address: Address;
  readonly workers: number;
  /** Of each worker, where they do not all have the same part. */
  readonly turns?: readonly WorkerTurns[];
  /** Which stint of the trial it is, from 0. */
  readonly index: number;
  /** The core of each worker; null to leave them to the system. */
  readonly cores: readonly number[] | null;
}

/** Sequence numbers that a stint has for itself: more requests than any makes. */
const sequencesOfStint = 2 ** 32;

/** What decides the requests of a cell. Where it says nothing of fields, the workload knows the protocol's usual ones. */
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

/** Of a whole, the part of each worker. */
function partsOf(total: number, { workers, turns }: StintPlace): number[] {
  return turns ? turns.map((own) => shareIn(own, total)) : spread(total, workers);
}

/** Each worker's part of a stint; users, requests and connections are spread exactly. */
export function assignmentsOf(
  experiment: Experiment,
  stint: Stint,
  place: StintPlace,
): Assignment[] {
  const { workers, planned } = place;
  const connections = connectionsOf(experiment, planned.cell);
  const requests = stint.requests === null ? null : partsOf(stint.requests, place);
  const shared = typeof connections === 'object' ? partsOf(connections.shared, place) : null;
  const pacings = pacingsOf(experiment, place);
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

function pacingsOf({ load, seed }: Experiment, place: StintPlace): AssignedLoad['pacing'][] {
  const { workers, planned, index } = place;
  if (isPlan(load)) {
    const { warmUpIterations, interval, schedule, form, setUp } = load;
    return [{ model: 'plan', warmUpIterations, interval, schedule, form, setUp }];
  }
  const arrivals = arrivalsOf(load);
  if (arrivals === null) {
    const thinkTime = thinkTimeOf(load) ?? 0;
    return Array.from({ length: workers }, () => ({ model: 'closed', thinkTime }));
  }
  return partsOf(maxInFlightOf(load), place).map((maxInFlight, worker) => ({
    model: 'open',
    arrivals,
    maxInFlight,
    seed: mixSeed(seed, planned.repetition, index, worker),
  }));
}

/** A seed of its own for each worker of each stint of each repetition, the same in every run. */
function mixSeed(seed: number, ...parts: readonly number[]): number {
  return parts.reduce((mixed, part) => randomSource((mixed + part) >>> 0)(), seed);
}
