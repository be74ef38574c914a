import { connect } from 'node:net';
import type { NatsPlace } from './link.ts';

const withinMs = 10_000;

/**
 * The address of this machine towards others: derived from the first that can be reached.
 * @returns undefined if none can.
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
    const settle = (address: string | undefined) => {
      socket.destroy();
      resolve(address);
    };
    // An IPv4 address seen by a dual-stack socket.
    socket.once('connect', () => settle(socket.localAddress?.replace(/^::ffff:/, '')));
    socket.once('error', () => settle(undefined));
    socket.setTimeout(withinMs, () => settle(undefined));
  });
}
