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
} from '../../contracts/worker-messages.ts';
import { randomSource } from '../../workloads/messages/text.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { fieldsOf } from '../../workloads/workload.ts';
import { partOfService } from '../custom/part-of-service.ts';
import { everyConnections, largestLevel } from '../experiment/levels.ts';
import { spread } from './spread.ts';
import { arrivalsOf, peakOf, type Stint } from './stints/stint.ts';

/** Requests of open load that may wait for an answer at once. */
function maxInFlightOf(load: Load): number {
  return ('maxInFlight' in load ? load.maxInFlight : undefined) ?? defaultMaxInFlight;
}

/** Load workers of a machine that is left to decide: one of its cores is for everything else. */
export function usualWorkers(cores: number): number {
  return Math.max(1, cores - 1);
}

/** @param auto how many workers `auto` stands for. */
function workersFor(
  experiment: Experiment,
  auto: number,
  atOnce: number,
  requests: number | null,
  connections: readonly Connections[],
): number {
  const wanted = experiment.workers === 'auto' ? auto : experiment.workers;
  // The iterations of a plan are those of one client.
  if (isPlan(experiment.load)) return 1;
  const shared = connections.map((one) =>
    typeof one === 'object' ? one.shared : Number.POSITIVE_INFINITY,
  );
  const most = Math.min(
    wanted,
    Math.floor(atOnce),
    Math.max(...shared),
    requests ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(1, most);
}

/** Worker threads for any stint of an experiment, at most. */
export function mostWorkers(experiment: Experiment, cores: number): number {
  return workersFor(
    experiment,
    usualWorkers(cores),
    largestLevel(experiment).inFlight,
    null,
    everyConnections(experiment),
  );
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
  const isOpen = unitOf(experiment.load) === 'rate';
  const atOnce = isOpen ? maxInFlightOf(experiment.load) : peakOf(stint);
  const connections = [connectionsOf(experiment, cell)];
  return workersFor(experiment, auto, atOnce, stint.requests, connections);
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

/** Each worker's part of a stint; users, requests and connections are spread exactly. */
export function assignmentsOf(
  experiment: Experiment,
  stint: Stint,
  place: StintPlace,
): Assignment[] {
  const { workers, planned } = place;
  const connections = connectionsOf(experiment, planned.cell);
  const requests = stint.requests === null ? null : spread(stint.requests, workers);
  const shared = typeof connections === 'object' ? spread(connections.shared, workers) : null;
  const pacings = pacingsOf(experiment, place);
  return pacings.map((pacing, worker) => ({
    ...requestSetupOf(experiment, planned.cell),
    cell: planned.cell,
    address: place.address,
    firstSequence: place.index * sequencesOfStint + worker,
    load: { profile: [...stint.profile], segments: [...stint.segments], pacing },
    connections,
    timeoutMs: experiment.timeout,
    verify: experiment.verify,
    worker,
    workers,
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
  return spread(maxInFlightOf(load), workers).map((maxInFlight, worker) => ({
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
