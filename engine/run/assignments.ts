import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Address, Assignment } from '../../contracts/worker-messages.ts';
import { spread } from './spread.ts';

/** Worker threads for a cell: no more than there are users, shared connections or requests to spread. */
export function workerCount(experiment: Experiment, cell: Cell, cores: number): number {
  const wanted = experiment.workers === 'auto' ? Math.max(1, cores - 1) : experiment.workers;
  const { connections, load } = experiment;
  const shared = typeof connections === 'object' ? connections.shared : Number.POSITIVE_INFINITY;
  return Math.max(
    1,
    Math.min(wanted, cell.users, shared, load.requests ?? Number.POSITIVE_INFINITY),
  );
}

/** Each worker's part of a trial; users, requests and shared connections are spread exactly. */
export function assignmentsOf(
  experiment: Experiment,
  cell: Cell,
  address: Address,
  workers: number,
): Assignment[] {
  const { load, connections } = experiment;
  const users = spread(cell.users, workers);
  const requests = load.requests === undefined ? null : spread(load.requests, workers);
  const shared = typeof connections === 'object' ? spread(connections.shared, workers) : null;
  return users.map((count, index) => ({
    cell,
    address,
    text: experiment.text,
    seed: experiment.seed,
    load,
    connections,
    timeoutMs: experiment.timeout,
    verify: experiment.verify,
    users: count,
    firstUser: index,
    userStep: workers,
    requests: requests?.[index] ?? null,
    sharedConnections: shared?.[index] ?? null,
  }));
}
