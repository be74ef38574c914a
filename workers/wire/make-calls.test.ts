import type http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireOrder } from '../../contracts/wire-messages.ts';
import type { Protocol } from '../../contracts/words.ts';
import { openRelay } from '../../engine/wire/relay.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { listen, plainAddress } from '../../tests/support/loopback.ts';
import { readingOf } from '../../tests/support/wire-recordings.ts';
import { makeCalls } from './make-calls.ts';

const plain = { shape: 'echo:3', tls: 'off', client: 'raw', text: 'ascii' } as const;
const orderOf = (port: number, change: Partial<WireOrder> = {}, protocol: Protocol = 'rest') => {
  const { order } = readingOf(protocol, plain, []);
  return { ...order, timeoutMs: 5000, address: plainAddress(port), ...change };
};

/** A service that answers with what it got, or as told. */
const echo = (response: http.ServerResponse, body: Buffer): void => void response.end(body);
const echoing = (answer: (response: http.ServerResponse, body: Buffer) => void = echo) =>
  scriptedHttp(1, (response, { body }) => answer(response, body));

describe('calls for a recording', () => {
  it('are made one after the other on one connection, and counted', async () => {
    const { port, opened } = await echoing();
    const relay = await openRelay({ host: '127.0.0.1', port });
    onTestFinished(() => relay.close());
    const before = process.hrtime.bigint();
    const { startedAt, calls, counted, contents } = await makeCalls(orderOf(relay.port));
    const times = [before, startedAt, ...calls.flatMap((one) => [one.sentAt, one.answeredAt])];
    expect(times).toHaveLength(6);
    expect(times.toSorted((a, b) => Number(a - b))).toEqual(times);
    const [, , , answered = 0n, sent = 0n] = times;
    expect(Number(sent - answered) / 1e6).toBeGreaterThanOrEqual(39);
    expect([opened(), contents]).toEqual([1, null]);
    await relay.drained();
    const [one] = relay.recorded();
    const sum = (direction: string) =>
      (one?.chunks ?? []).reduce(
        (total, chunk) => total + (chunk.direction === direction ? chunk.bytes.length : 0),
        0,
      );
    expect(counted).toMatchObject({ sent: sum('sent'), received: sum('received') });
    expect(counted.sent).toBeGreaterThan(0);
  });

  it('report what they have said, if that is wanted', async () => {
    const { port, seen } = await echoing();
    const { contents } = await makeCalls(orderOf(port, { contents: true }));
    expect(contents?.calls).toHaveLength(2);
    const [{ body } = { body: Buffer.alloc(0) }] = seen;
    for (const { request, answer } of contents?.calls ?? []) {
      expect([request.payload, answer.payload]).toEqual([body.length, body.length]);
      expect(body.length).toBeGreaterThan(0);
    }
    expect(contents?.request).toEqual(contents?.answer);
    expect(contents?.request).not.toBeNull();
  });

  it('connect anew after a service that closes', async () => {
    const { port, opened } = await echoing((response, body) => {
      response.writeHead(200, { connection: 'close' }).end(body);
    });
    const { calls } = await makeCalls(orderOf(port, { calls: 3 }));
    expect([calls.length, opened()]).toEqual([3, 3]);
  });

  type Refusing = [string, (response: http.ServerResponse) => void, RegExp | string];
  it.each<Refusing>([
    [
      'a refusal',
      (response: http.ServerResponse) => void response.writeHead(500).end('no'),
      'HTTP 500: no (status, 500)',
    ],
    [
      'another answer',
      (response: http.ServerResponse) =>
        void response.end('{"id":"0","name":"Tea","description":"abc"}'),
      /\(mismatch, /,
    ],
    ['no answer', () => undefined, 'no answer within 50 ms (timeout, TIMEOUT)'],
  ])('fail for %s', async (_what, answer, words) => {
    const { port } = await echoing(answer);
    const failing = makeCalls(orderOf(port, { timeoutMs: 50 }));
    await expect(failing).rejects.toMatchObject({
      code: 'WIRE_CAPTURE_FAILED',
      message: expect.stringMatching(words instanceof RegExp ? words : 'A call did not succeed: '),
    });
    if (typeof words === 'string') await expect(failing).rejects.toThrow(words);
  });

  it('fail where nothing listens', async () => {
    const { port, close } = await listen(() => undefined);
    await close();
    await expect(makeCalls(orderOf(port))).rejects.toMatchObject({
      code: 'WIRE_CAPTURE_FAILED',
      message: expect.stringMatching(/^The driver did not connect: .*\(connect, ECONNREFUSED\)$/),
    });
  });
});
