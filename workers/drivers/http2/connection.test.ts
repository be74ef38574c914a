import { afterEach, describe, expect, it } from 'vitest';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import {
  answerUnary,
  startUnaryServer,
  type UnaryServer,
} from '../../../tests/support/grpc-server.ts';
import {
  connect,
  describeOutcome,
  exchange,
  newMeter,
  OneOutcome,
  plainAddress,
} from '../../../tests/support/loopback.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { wireOpener } from '../socket.ts';
import { Http2Connection } from './connection.ts';
import { PreparedCall, PreparedHead } from './prepared-call.ts';
import type { Http2Request } from './request.ts';
import { newUnaryReply } from './unary-reply.ts';

const headers: HeaderField[] = [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', '/package.Service/Method'],
  [':authority', 'here:1'],
  ['te', 'trailers'],
  ['content-type', 'application/grpc'],
];
const message = (length: number) =>
  prefixMessage(Buffer.from(Array.from({ length }, (_, at) => at % 251)));

let server: UnaryServer;
/** Requests for the last connection. */
let asked: Http2Request;
const open: Http2Connection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  await server.close();
});

async function connected(body = message(20)): Promise<Http2Connection> {
  const address = plainAddress(server.port);
  asked = {
    operation: echoOperation,
    newReply: newUnaryReply,
    call: new PreparedCall(new PreparedHead(headers), body),
    decode: (bytes) => ({ id: '', name: '', description: bytes.toString('latin1') }),
  };
  const connection = new Http2Connection(wireOpener(address, newMeter(), 'h2', false));
  open.push(connection);
  expect(await connect(connection)).toBeNull();
  return connection;
}

/** Sends `count` requests concurrently. */
async function exchanges(connection: Http2Connection, count: number): Promise<string[]> {
  const sinks = Array.from({ length: count }, () => new OneOutcome());
  for (const sink of sinks) connection.send(asked, sink, true);
  return (await Promise.all(sinks.map((sink) => sink.outcome))).map(describeOutcome);
}

const plainHeaders = Object.fromEntries(headers);

describe('with Node as the server', () => {
  it.each([
    ['the usual settings', {}],
    ['no dynamic table', { settings: { headerTableSize: 0 } }],
    ['a small dynamic table', { settings: { headerTableSize: 100 } }],
    ['a large dynamic table', { settings: { headerTableSize: 65_536 } }],
  ])('sends headers that %s accept, repeatedly', async (_title, options) => {
    server = await startUnaryServer(options);
    const connection = await connected();
    for (let round = 0; round < 3; round++) expect(await exchange(connection, asked)).toBe('ok');
    expect(await exchanges(connection, 3)).toEqual(['ok', 'ok', 'ok']);
    expect(server.calls).toHaveLength(6);
    for (const call of server.calls) {
      expect({ ...call.headers }).toMatchObject(plainHeaders);
      expect(call.body.equals(message(20))).toBe(true);
    }
  });

  it('stops using the dynamic table once the server has disabled it', async () => {
    server = await startUnaryServer();
    const connection = await connected();
    expect(await exchange(connection, asked)).toBe('ok');
    const [session] = server.sessions;
    for (const headerTableSize of [0, 4096, 100, 8192]) {
      await new Promise<void>((resolve) => {
        session?.settings({ headerTableSize }, () => resolve());
      });
      expect(await exchanges(connection, 3)).toEqual(['ok', 'ok', 'ok']);
    }
    for (const call of server.calls) expect({ ...call.headers }).toMatchObject(plainHeaders);
  });

  it.each([
    ['the usual windows', {}],
    ['a window of 1000 octets', { settings: { initialWindowSize: 1000 } }],
    ['a window that opens late', { settings: { initialWindowSize: 0 } }],
    ['large frames', { settings: { maxFrameSize: 100_000, initialWindowSize: 10_000_000 } }],
  ])('sends 300 kB through %s, several times concurrently', async (_title, options) => {
    server = await startUnaryServer(options);
    const body = message(300_000);
    const connection = await connected(body);
    const all = exchanges(connection, 4);
    if ('settings' in options && options.settings.initialWindowSize === 0) {
      server.sessions[0]?.settings({ initialWindowSize: 50_000 });
    }
    expect(await all).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(server.calls.map((call) => call.body.equals(body))).toEqual([true, true, true, true]);
  });

  it('decodes the answer', async () => {
    server = await startUnaryServer({}, (stream, { body }) =>
      answerUnary(stream, body, { pieces: 7 }),
    );
    const connection = await connected(prefixMessage(Buffer.from('hello')));
    const sink = new OneOutcome();
    connection.send(asked, sink, true);
    const outcome = await sink.outcome;
    expect('reply' in outcome && outcome.reply?.().description).toBe('hello');
    expect('size' in outcome && outcome.size).toBe(5);
  });

  it('fails everything in flight when the connection breaks', async () => {
    server = await startUnaryServer({}, (_stream, _call, session) => session.destroy());
    const connection = await connected();
    expect(await exchanges(connection, 2)).toEqual(['reset CLOSED', 'reset CLOSED']);
    expect(connection.usable).toBe(false);
  });

  it('aborts one request without disturbing the others', async () => {
    const held: (() => void)[] = [];
    server = await startUnaryServer({}, (stream, { body }) => {
      held.push(() => answerUnary(stream, body));
    });
    const connection = await connected();
    const sinks = [new OneOutcome(), new OneOutcome()] as const;
    for (const sink of sinks) connection.send(asked, sink, true);
    await expect.poll(() => held.length).toBe(2);
    connection.abort(sinks[0]);
    for (const answer of held) answer();
    expect(describeOutcome(await sinks[1].outcome)).toBe('ok');
    expect(sinks[0].calls).toBe(0);
    expect(connection.usable).toBe(true);
  });
});
