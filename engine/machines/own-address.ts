import { connect } from 'node:net';
import type { NatsPlace } from './link.ts';

const withinMs = 10_000;

/**
 * The address of this machine that it has towards others: the first that can be reached.
 * @returns undefined where none can.
 */
export async function addressTowards(places: readonly NatsPlace[]): Promise<string | undefined> {
  for (const place of places) {
    const address = await addressTowardsOne(place);
    if (address !== undefined) return address;
  }
  return undefined;
}

function addressTowardsOne({ host, port }: NatsPlace): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
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
