import { connectionsOf } from '../../contracts/experiment/cell.ts';
import type { Connections } from '../../contracts/experiment/connections.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import {
  defaultMaxInFlight,
  type PlanLoad,
  placedLevels,
  unitOf,
} from '../../contracts/experiment/load.ts';

/** The maximum load of any trial of an experiment. */
export interface LargestLevel {
  /** Concurrent users; null for a load of arrivals. */
  readonly users: number | null;
  /** Arrivals per second; null in a load of users. */
  readonly rate: number | null;
  /** Concurrent requests without a response: the users, or for arrivals the limit `maxInFlight`. */
  readonly inFlight: number;
}

/** Every level in the experiment, in its own unit: those of the factor, or of the load. */
export function namedLevels({ load, factors }: Experiment): number[] {
  if (load.model === 'closed') return factors.users ?? [];
  if (load.model === 'open') return factors.rate ?? [];
  if (load.model === 'plan') return [iterationsAtOnce(load)];
  return placedLevels(load).map(({ level }) => level);
}

/** Iterations in progress concurrently; each acts as a user. */
export function iterationsAtOnce(load: PlanLoad): number {
  return load.schedule === 'load' ? Math.max(load.iterations, load.warmUpIterations) : 1;
}

/** The maximum users, arrivals and unanswered requests of the experiment. */
export function largestLevel(experiment: Experiment): LargestLevel {
  const { load } = experiment;
  const level = Math.max(...namedLevels(experiment));
  if (load.model === 'closed' || load.model === 'plan' || unitOf(load) === 'users') {
    return { users: level, rate: null, inFlight: level };
  }
  return { users: null, rate: level, inFlight: load.maxInFlight ?? defaultMaxInFlight };
}

/** All connection settings of the experiment's cells. */
export function everyConnections(experiment: Experiment): Connections[] {
  const levels = experiment.factors.connections ?? [undefined];
  return experiment.factors.protocol.flatMap((protocol) =>
    levels.map((connections) => connectionsOf(experiment, { protocol, connections })),
  );
}
