import net, { type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HopStart } from '../../contracts/hop-messages.ts';
import type { ServiceProcess } from '../../engine/run/forked-service.ts';
import { startHop } from '../../engine/run/service-process.ts';

type Settings<Hop extends HopStart['hop']> = Partial<
  Omit<Extract<HopStart, { hop: Hop }>, 'type' | 'hop' | 'upstream'>
>;

/** A hop in front of a port of this machine, as the engine starts it; it ends with the test. */
async function hopBefore(upstreamPort: number, start: object): Promise<ServiceProcess> {
  const hop = await startHop({
    type: 'start',
    host: '127.0.0.1',
    port: 0,
    upstream: { host: '127.0.0.1', port: upstreamPort },
    ...start,
  } as HopStart);
  onTestFinished(() => hop.stop());
  return hop;
}

export function networkBefore(port: number, settings: Settings<'network'>) {
  const none = { roundTripMs: 0, jitterMs: 0, bitsPerSecond: null, seed: 1 };
  return hopBefore(port, { hop: 'network', ...none, ...settings });
}

export function gatewayBefore(port: number, settings: Settings<'gateway'>) {
  return hopBefore(port, { hop: 'gateway', protocol: 'rest', tls: null, ...settings });
}

/** Connects; the connection ends with the test. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** Everything received until the other side has ended. */
export async function readAll(socket: Socket): Promise<Buffer> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await new Promise((resolve) => socket.once('end', resolve));
  return Buffer.concat(parts);
}
