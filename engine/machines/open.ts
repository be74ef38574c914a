import type { MachinesPlace } from '../../contracts/api/machines.ts';
import { openExistingHub } from './existing-hub.ts';
import { Machines } from './machines.ts';
import { parseNatsAddresses } from './nats-address.ts';
import { readNatsLogin } from './nats-login.ts';
import { openOwnHub } from './own-hub.ts';
import { readTrust } from './trust.ts';

/**
 * Lets machines join.
 * @param home the data folder.
 * @throws WirebenchError MACHINES_UNAVAILABLE, ARGUMENT_INVALID
 */
export async function openMachines(home: string, place: MachinesPlace): Promise<Machines> {
  if (!('nats' in place)) {
    return Machines.open((listener) => openOwnHub({ home, ...place }, listener));
  }
  const addresses = parseNatsAddresses(place.nats, '--nats');
  const login = await readNatsLogin(place.credentials);
  const trust = await readTrust(place);
  const { address: host } = place;
  return Machines.open((listener) =>
    openExistingHub({ home, addresses, login, trust, host }, listener),
  );
}
