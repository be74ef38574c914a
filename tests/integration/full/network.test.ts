import { once } from 'node:events';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTo, networkBefore, readAll } from '../../support/hops.ts';
import { listenBadly } from '../../support/hostile-servers.ts';

/** A server that echoes everything, and ends when the client has. */
const echo = () => listenBadly((socket) => socket.on('data', (part) => socket.write(part)));

async function roundTrip(socket: Socket, text: string): Promise<number> {
  const start = performance.now();
  socket.write(text);
  await once(socket, 'data');
  return performance.now() - start;
}

describe('the emulated network', () => {
  it('adds the round trip to every exchange, and one more to the first', async () => {
    const { port } = await networkBefore(await echo(), { roundTripMs: 30 });
    const before = performance.now();
    const socket = await connectTo(port);
    await roundTrip(socket, 'first');
    // From before the connection, whose round trip may have begun when this hears of it. What is asked of
    // the clock is never less: a timer may be late, not early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(59);
    const start = performance.now();
    for (let n = 0; n < 5; n++)
      expect(await roundTrip(socket, 'again')).toBeGreaterThanOrEqual(29.9);
    expect(performance.now() - start).toBeGreaterThanOrEqual(5 * 30 - 1);
  });

  it('holds a service that speaks first for two round trips', async () => {
    const server = await listenBadly((socket) => socket.write('hello'));
    const { port } = await networkBefore(server, { roundTripMs: 20 });
    const start = performance.now();
    const socket = await connectTo(port);
    await once(socket, 'data');
    expect(performance.now() - start).toBeGreaterThanOrEqual(39);
  });

  it('lets a megabyte through 8 Mbit/s in no less than a second, however many connections share it', async () => {
    const server = await listenBadly((socket) =>
      socket.once('data', () => socket.end(Buffer.alloc(250_000))),
    );
    const { port } = await networkBefore(server, { bitsPerSecond: 8e6 });
    const start = performance.now();
    const bodies = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = await connectTo(port);
        socket.write('go');
        return readAll(socket);
      }),
    );
    expect(bodies.map((body) => body.length)).toEqual([250_000, 250_000, 250_000, 250_000]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(999);
  });

  it('changes no octet and no order, whatever the pieces, with jitter', async () => {
    const { port } = await networkBefore(await echo(), {
      roundTripMs: 4,
      jitterMs: 2,
      bitsPerSecond: 200e6,
    });
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20_000 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (sent) => {
        const socket = await connectTo(port);
        const answer = readAll(socket);
        for (const piece of sent) socket.write(piece);
        socket.end();
        expect((await answer).equals(Buffer.concat(sent))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('passes an end on while the other direction goes on', async () => {
    const server = await listenBadly((socket) => {
      socket.allowHalfOpen = true;
      socket.resume().once('end', () => socket.end('after the end'));
    });
    const { port } = await networkBefore(server, { roundTripMs: 2 });
    const socket = await connectTo(port);
    socket.end('all there is');
    expect((await readAll(socket)).toString()).toBe('after the end');
  });

  it('passes a reset on, in both directions', async () => {
    const seen = Promise.withResolvers<NodeJS.ErrnoException>();
    const server = await listenBadly((socket) => {
      socket.once('data', (part) => {
        if (part.toString() === 'reset me') socket.resetAndDestroy();
      });
      socket.once('error', seen.resolve);
    });
    const { port } = await networkBefore(server, { roundTripMs: 2 });
    const one = await connectTo(port);
    one.write('reset me');
    const [error] = await once(one, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    const other = await connectTo(port);
    other.write('stay');
    other.resetAndDestroy();
    expect(await seen.promise).toMatchObject({ code: 'ECONNRESET' });
  });

  it('resets clients of a service that is not there', async () => {
    const { port } = await networkBefore(1, { roundTripMs: 2 });
    const socket = await connectTo(port);
    const [error] = await once(socket, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  it('makes a sender wait for a receiver that does not read, within its window', async () => {
    const held = Promise.withResolvers<Socket>();
    const server = await listenBadly((socket) => held.resolve(socket.pause()));
    const hop = await networkBefore(server, { roundTripMs: 2 });
    const socket = await connectTo(hop.port);
    const total = 64 * 1024 * 1024;
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const send = () => {
      while (sent < total) {
        sent += piece.length;
        if (!socket.write(piece)) break;
      }
      if (sent < total) socket.once('drain', send);
      else socket.end();
    };
    send();
    const receiver = await held.promise;
    const before = (await hop.measure())?.rssBytes ?? 0;
    // It is full when a whole report later nothing more has gone in.
    let last = -1;
    await expect
      .poll(
        () => {
          const same = last === sent;
          last = sent;
          return same;
        },
        { interval: 300 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(total);
    expect(((await hop.measure())?.rssBytes ?? 0) - before).toBeLessThan(48 * 1024 * 1024);
    let received = 0;
    receiver.on('data', (part: Buffer) => {
      received += part.length;
    });
    receiver.resume();
    await once(receiver, 'end');
    expect(received).toBe(total);
  });

  it('carries a thousand concurrent connections', async () => {
    const { port } = await networkBefore(await echo(), { roundTripMs: 20, jitterMs: 5 });
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => connectTo(port)));
    const answers = await Promise.all(
      sockets.map(async (socket, index) => {
        const answer = once(socket, 'data');
        socket.write(`number ${index}`);
        return String((await answer)[0]);
      }),
    );
    expect(answers).toEqual(sockets.map((_, index) => `number ${index}`));
  });
});
