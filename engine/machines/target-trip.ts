import { connect } from 'node:net';
import type { Address } from '../../contracts/worker-messages.ts';

const tries = 5;
/** Time limit: a slower target is far away, or does not answer, which the load will show. */
const timeoutMs = 1000;

/** Time to open a connection: one round trip. @returns milliseconds; null where it fails. */
function oneTrip({ host, port }: Pick<Address, 'host' | 'port'>): Promise<number | null> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = connect({ host, port });
    const end = (ms: number | null) => {
      socket.destroy();
      resolve(ms);
    };
    socket.setTimeout(timeoutMs, () => end(null));
    socket.on('connect', () => end(performance.now() - begun));
    socket.on('error', () => end(null));
  });
}

/**
 * The round trip from this machine to a target: the shortest of a few, of which the first also resolves the address.
 * Nothing is sent.
 * @returns milliseconds; null where no connection can be made.
 */
export async function targetTrip(address: Pick<Address, 'host' | 'port'>): Promise<number | null> {
  let best: number | null = null;
  for (let tried = 0; tried < tries; tried++) {
    const ms = await oneTrip(address);
    if (ms === null) break;
    best = Math.min(best ?? ms, ms);
  }
  return best;
}
