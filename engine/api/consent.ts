import { WirebenchError } from '../../contracts/errors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Protocol } from '../../contracts/words.ts';
import { remoteHosts } from '../run/address.ts';

/**
 * Refuses single requests to hosts that have not been confirmed.
 * @param protocols the requests are sent over.
 * @throws WirebenchError HOST_NOT_CONFIRMED
 */
export function refuseUnconfirmedHosts(
  experiment: Experiment,
  protocols: readonly Protocol[],
  confirmed: readonly string[],
): void {
  const hosts = remoteHosts(experiment, protocols).filter((host) => !confirmed.includes(host));
  if (hosts.length === 0) return;
  const message = `Requests would go to ${hosts.join(', ')}, which has not been confirmed as a target`;
  throw new WirebenchError('HOST_NOT_CONFIRMED', message, {
    hint: 'Confirm once that you are allowed to load this host.',
  });
}
