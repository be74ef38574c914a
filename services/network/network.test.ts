import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NetworkStart } from '../../contracts/hop-messages.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { Clock } from './clock.ts';
import { startNetwork } from './network.ts';

async function serve(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    onSocket(socket);
  });
  return portOf(server);
}

async function networkTo(port: number, more: Partial<NetworkStart> = {}) {
  let connections = 0;
  const network = await startNetwork(
    {
      type: 'start',
      hop: 'network',
      host: '127.0.0.1',
      port: 0,
      upstream: { host: '127.0.0.1', port },
      roundTripMs: 0,
      jitterMs: 0,
      bitsPerSecond: null,
      seed: 1,
      ...more,
    },
    () => connections++,
  );
  onTestFinished(() => network.stop());
  const client = () => {
    const socket = connect({ host: '127.0.0.1', port: network.port, allowHalfOpen: true });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { ...network, client, connections: () => connections };
}

describe('an emulated network', () => {
  it('passes octets and ends on unchanged, in both directions', async () => {
    const port = await serve((socket) => {
      socket.write('<');
      socket.on('data', (piece) => socket.write(piece)).once('end', () => socket.end('>'));
    });
    const { client, connections } = await networkTo(port, { bitsPerSecond: 8e9 });
    const content = 'abc'.repeat(100_000);
    const answers = [0, 1, 2].map(async () => {
      const socket = client();
      socket.end(content);
      return text(socket);
    });
    for (const answer of await Promise.all(answers)) expect(answer === `<${content}>`).toBe(true);
    expect(connections()).toBe(3);
  });

  it('delivers no earlier than its times: one and a half round trips there, two and a half back', async () => {
    const roundTripMs = 12;
    const arrived = Promise.withResolvers<number>();
    const port = await serve((socket) =>
      socket.once('data', () => {
        arrived.resolve(performance.now());
        socket.end('back');
      }),
    );
    const { client } = await networkTo(port, { roundTripMs });
    // Accepted by the network in this process, after this.
    const before = performance.now();
    const socket = client();
    socket.write('there');
    expect((await arrived.promise) - before).toBeGreaterThanOrEqual(1.5 * roundTripMs);
    expect(await text(socket)).toBe('back');
    expect(performance.now() - (await arrived.promise)).toBeGreaterThanOrEqual(roundTripMs / 2);
    expect(performance.now() - before).toBeGreaterThanOrEqual(2 * roundTripMs);
  });

  it('takes the time that its bandwidth needs', async () => {
    const port = await serve((socket) => socket.pipe(socket));
    // 100 kB in 20 ms, both ways.
    const { client } = await networkTo(port, { bitsPerSecond: 40e6 });
    const before = performance.now();
    const socket = client();
    socket.end(Buffer.alloc(100_000));
    expect((await text(socket)).length).toBe(100_000);
    expect(performance.now() - before).toBeGreaterThanOrEqual(20);
  });

  it('passes a reset on, and the end of a service that is not there', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const port = await serve((socket) => accepted.resolve(socket));
    const { client } = await networkTo(port);
    const socket = client();
    socket.write('x');
    const there = await accepted.promise;
    await once(there, 'data');
    const reset = new Promise((resolve) => there.once('error', resolve));
    socket.resetAndDestroy();
    expect(await reset).toMatchObject({ code: 'ECONNRESET' });
    const gone = (await networkTo(await freePort())).client().resume();
    const failure = new Promise((resolve) => gone.once('error', resolve));
    expect(await failure).toMatchObject({ code: 'ECONNRESET' });
  });

  it('stops with connections open', async () => {
    const port = await serve(() => undefined);
    const network = await networkTo(port);
    const socket = network.client().resume();
    await once(socket, 'connect');
    // A connection that may stay half open does not end by itself with the other side.
    socket.once('end', () => socket.end());
    await Promise.all([once(socket, 'close'), network.stop()]);
  });
});

it('a clock acts in the order of its moments, never before them', async () => {
  const clock = new Clock();
  const acted: [number, number][] = [];
  const done = Promise.withResolvers<void>();
  const now = performance.now();
  for (const inMs of [9, 1, 5, 0, 6, 1.5]) {
    clock.at({
      atMs: now + inMs,
      act: () => {
        acted.push([inMs, performance.now() - now]);
        if (acted.length === 6) done.resolve();
      },
    });
  }
  expect(clock.waiting).toBe(6);
  await done.promise;
  expect(acted.map(([inMs]) => inMs)).toEqual([0, 1, 1.5, 5, 6, 9]);
  for (const [inMs, at] of acted) expect(at).toBeGreaterThanOrEqual(inMs);
  expect(clock.waiting).toBe(0);
});
