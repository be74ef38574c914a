import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Loopback, listen } from '../tests/support/loopback.ts';
import { ByteMeter, meterOf } from './byte-meter.ts';

let server: Loopback;
afterEach(() => server.close());

async function connected(meter: ByteMeter): Promise<net.Socket> {
  const socket = net.connect(server.port, '127.0.0.1');
  meter.track(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}
const exchange = (socket: net.Socket, octets: number) =>
  new Promise<void>((resolve) => {
    let left = 3 * octets;
    socket.on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left === 0) resolve();
    });
    socket.write(Buffer.alloc(octets));
  });
const closed = (socket: net.Socket) =>
  new Promise((resolve) => {
    socket.once('close', resolve);
    socket.destroy();
  });

describe('ByteMeter', () => {
  it('counts what went over each socket once, open or closed', async () => {
    server = await listen((socket) => {
      socket.on('data', (bytes: Buffer) => socket.write(Buffer.alloc(3 * bytes.length)));
    });
    const meter = new ByteMeter();
    expect(meter.take()).toEqual({ sent: 0, received: 0 });
    const [first, second] = [await connected(meter), await connected(meter)];
    meter.track(first);
    expect([meter.opened, meterOf(first), meterOf(new net.Socket())]).toEqual([
      2,
      meter,
      undefined,
    ]);
    for (const [isReused, protocol] of [
      [false, 'TLSv1.3'],
      [true, null],
    ] as const) {
      const cipher = () => ({ name: 'X' });
      meter.secured({
        isSessionReused: () => isReused,
        getProtocol: () => protocol,
        getCipher: cipher,
      } as never);
    }
    expect(meter.seen.result(true).tls).toEqual(['TLSv1.3 X', 'unknown X']);
    expect(meter.takeOpened()).toEqual({ connections: 2, handshakes: 2, resumed: 1 });
    expect(meter.takeOpened()).toEqual({ connections: 0, handshakes: 0, resumed: 0 });
    await exchange(first, 1000);
    expect(meter.take()).toEqual({ sent: 1000, received: 3000 });
    expect(meter.take()).toEqual({ sent: 0, received: 0 });
    await exchange(second, 10);
    await closed(second);
    expect(meter.take()).toEqual({ sent: 10, received: 30 });
    await closed(first);
    expect(meter.take()).toEqual({ sent: 0, received: 0 });
  });

  it('counts nothing for a connection that is refused', async () => {
    server = await listen(() => undefined);
    await server.close();
    const meter = new ByteMeter();
    const socket = net.connect(server.port, '127.0.0.1');
    meter.track(socket);
    await new Promise((resolve) => socket.once('error', () => socket.once('close', resolve)));
    expect(meter.take()).toEqual({ sent: 0, received: 0 });
    expect([meter.opened, meter.takeOpened().connections]).toEqual([1, 0]);
  });
});
