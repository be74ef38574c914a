import { WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { everyConnections, largestLevel } from '../experiment/levels.ts';
import { connectionLimits, maxUsers } from '../platform/limits.ts';
import { corePlan } from '../platform/pinning.ts';
import { remoteHosts } from './address.ts';

/** Descriptors that a worker thread needs besides its connections. */
const descriptorsPerWorker = 16;

/** Concurrent connections of the largest cell. */
export function connectionsNeeded(experiment: Experiment): number {
  const { inFlight: most } = largestLevel(experiment);
  const kept = everyConnections(experiment).map((connections) =>
    typeof connections === 'object' ? Math.min(connections.shared, most) : most,
  );
  return Math.max(...kept);
}

/**
 * Refuses an experiment that cannot work, before anything is started.
 * @throws WirebenchError USERS_EXCEED_LIMIT, HOST_NOT_CONFIRMED, ARGUMENT_INVALID
 */
export function preflight(
  experiment: Experiment,
  confirmedHosts: readonly string[],
  workers: number,
): void {
  const unconfirmed = remoteHosts(experiment).filter((host) => !confirmedHosts.includes(host));
  if (unconfirmed.length > 0) {
    throw new WirebenchError(
      'HOST_NOT_CONFIRMED',
      `Load would go to ${unconfirmed.join(', ')}, which has not been confirmed as a target`,
      { hint: 'Confirm once that you are allowed to load this host.' },
    );
  }
  corePlan(experiment.pinning, workers);
  refuseTooManyConnections(experiment, workers);
}

function refuseTooManyConnections(experiment: Experiment, workers: number): void {
  const limits = connectionLimits();
  const fitting = maxUsers(limits, workers * descriptorsPerWorker);
  // Other machines are assumed to allow as many as this one.
  const machines = Math.max(1, experiment.machines);
  const needed = Math.ceil(connectionsNeeded(experiment) / machines);
  if (needed <= fitting) return;
  const isOpen = largestLevel(experiment).rate !== null;
  const what = isOpen ? 'requests in flight' : 'users';
  const most = fitting * machines;
  const remedy = isOpen ? `Set maxInFlight to at most ${most}` : `Use at most ${most} users`;
  const where = machines > 1 ? ` on each of ${machines} machines` : '';
  throw new WirebenchError(
    'USERS_EXCEED_LIMIT',
    `${needed} simultaneous connections${where} do not fit: this machine allows ${limits.descriptors} open files and ` +
      `${limits.ports} local ports, so at most ${fitting} ${what} fit`,
    { hint: `${remedy}, raise the limit (ulimit -n), or share connections.` },
  );
}
