import { connect } from 'node:net';
import type { NatsPlace } from './link.ts';

const withinMs = 10_000;

/**
 * The address of this machine that it has towards another.
 * @returns undefined where that cannot be reached.
 */
export function addressTowards(place: NatsPlace): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...place });
    const tell = (address: string | undefined) => {
      socket.destroy();
      resolve(address);
    };
    // IPv4 seen by a socket of both.
    socket.once('connect', () => tell(socket.localAddress?.replace(/^::ffff:/, '')));
    socket.once('error', () => tell(undefined));
    socket.setTimeout(withinMs, () => tell(undefined));
  });
}
