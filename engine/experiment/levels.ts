import { connectionsOf } from '../../contracts/experiment/cell.ts';
import type { Connections } from '../../contracts/experiment/connections.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import {
  defaultMaxInFlight,
  type PlanLoad,
  placedLevels,
  unitOf,
} from '../../contracts/experiment/load.ts';

/** The most that any trial of an experiment asks for. */
export interface LargestLevel {
  /** Users at once; null in a load of arrivals. */
  readonly users: number | null;
  /** Arrivals per second; null in a load of users. */
  readonly rate: number | null;
  /** Requests without an answer at once: the users, or of arrivals what `maxInFlight` lets through. */
  readonly inFlight: number;
}

/** Every level that the experiment names, of whichever unit: its factor's, or those of its load. */
export function namedLevels({ load, factors }: Experiment): number[] {
  if (load.model === 'closed') return factors.users ?? [];
  if (load.model === 'open') return factors.rate ?? [];
  if (load.model === 'plan') return [iterationsAtOnce(load)];
  return placedLevels(load).map(({ level }) => level);
}

/** Iterations under way at the same time; each is what a user does. */
export function iterationsAtOnce(load: PlanLoad): number {
  return load.schedule === 'load' ? Math.max(load.iterations, load.warmUpIterations) : 1;
}

/** The most users, arrivals and unanswered requests that the experiment may come to. */
export function largestLevel(experiment: Experiment): LargestLevel {
  const { load } = experiment;
  const level = Math.max(...namedLevels(experiment));
  if (load.model === 'closed' || load.model === 'plan' || unitOf(load) === 'users') {
    return { users: level, rate: null, inFlight: level };
  }
  return { users: null, rate: level, inFlight: load.maxInFlight ?? defaultMaxInFlight };
}

/** Every way in which cells of the experiment share connections. */
export function everyConnections(experiment: Experiment): Connections[] {
  const levels = experiment.factors.connections ?? [undefined];
  return experiment.factors.protocol.flatMap((protocol) =>
    levels.map((connections) => connectionsOf(experiment, { protocol, connections })),
  );
}
