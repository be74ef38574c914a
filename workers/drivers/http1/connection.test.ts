import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connect,
  exchange,
  type Loopback,
  listen,
  newMeter,
  OneOutcome,
  plainAddress,
} from '../../../tests/support/loopback.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { statusFailure } from '../http/status.ts';
import { wireOpener } from '../socket.ts';
import { Http1Connection, type Http1Exchange } from './connection.ts';
import { HeadMemory } from './head-memory.ts';
import { buildRequest, hostHeader } from './request.ts';

const request = buildRequest('POST', '/x', 'here:1', [['A', 'b']], Buffer.from('body'));
const answer = (lines: string, body = '') =>
  `HTTP/1.1 200 OK\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;

let server: Loopback;
afterEach(() => server.close());

const asked: Http1Exchange = {
  operation: echoOperation,
  request,
  judge: (status, body, pool) => statusFailure(status, body?.toString() ?? '', pool),
  decode: (body) => ({ id: body.toString(), name: '', description: '' }),
};

const newConnection = () =>
  new Http1Connection(
    wireOpener(plainAddress(server.port), newMeter(), 'http/1.1', false),
    new HeadMemory(),
  );

/** A connection to a server that answers its requests with these texts, in order. */
async function open(
  answers: readonly string[],
  after: (socket: Socket) => void = () => undefined,
): Promise<Http1Connection> {
  server = await listen((socket) => {
    const left = [...answers];
    socket.on('data', () => {
      const text = left.shift();
      if (text !== undefined)
        socket.write(text, 'latin1', () => left.length === 0 && after(socket));
    });
  });
  const connection = newConnection();
  expect(await connect(connection)).toBeNull();
  return connection;
}

describe('Http1Connection', () => {
  it('sends the prepared request repeatedly', async () => {
    const seen: string[] = [];
    const connection = await open([answer('', 'one'), answer('', 'three')]);
    server.sockets[0]?.on('data', (bytes) => seen.push(bytes.toString('latin1')));
    for (let time = 0; time < 2; time++) expect(await exchange(connection, asked)).toBe('ok');
    const expected = 'POST /x HTTP/1.1\r\nHost: here:1\r\nA: b\r\nContent-Length: 4\r\n\r\nbody';
    expect(seen).toEqual([expected, expected]);
    expect(connection.usable).toBe(true);
  });

  it('decodes an answer on demand only', async () => {
    const connection = await open([answer('', 'one'), answer('', 'two')]);
    const wanted = new OneOutcome();
    connection.send(asked, wanted, true);
    const first = await wanted.outcome;
    expect('reply' in first && first.reply?.()).toEqual({ id: 'one', name: '', description: '' });
    const unwanted = new OneOutcome();
    connection.send(asked, unwanted, false);
    expect(await unwanted.outcome).toEqual({ size: 3, reply: null });
  });

  it.each([
    ['a length', 'Content-Length: 500'],
    ['chunks', 'Transfer-Encoding: chunked'],
    ['nothing at all', 'Server: x'],
    ['an encoded body', 'Content-Length: 500\r\nContent-Encoding: gzip'],
  ])('waits for no body of an answer to HEAD that announces %s', async (_what, field) => {
    const text = `HTTP/1.1 200 OK\r\n${field}\r\n\r\n`;
    const connection = await open([text, text, answer('', 'one')]);
    const head = { ...asked, request: buildRequest('HEAD', '/x', 'here:1', [], null) };
    expect(await exchange(connection, head)).toBe('ok');
    expect(await exchange(connection, head)).toBe('ok');
    expect(await exchange(connection, asked)).toBe('ok');
  });

  it('is unusable after an answer that closes it', async () => {
    const connection = await open([answer('Connection: close\r\n')]);
    expect(await exchange(connection, asked)).toBe('ok');
    expect(connection.usable).toBe(false);
  });

  it.each([
    ['status 503', 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n'],
    ['protocol HTTP_HEAD', 'nonsense\r\n\r\n'],
  ])('reports %s', async (outcome, text) => {
    const connection = await open([text]);
    expect(await exchange(connection, asked)).toBe(outcome);
    expect(connection.usable).toBe(outcome.startsWith('status'));
  });

  it('reports a connection that ends before or within an answer', async () => {
    const connection = await open(['HTTP/1.1 200 OK\r\nConte'], (socket) => socket.end());
    expect(await exchange(connection, asked)).toBe('reset CLOSED');
    expect(connection.usable).toBe(false);
  });

  it('takes a body until the end of the connection, which a reset is not', async () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\nabc';
    expect(await exchange(await open([text], (socket) => socket.end()), asked)).toBe('ok');
    await server.close();
    const broken = await open([text], (socket) => socket.resetAndDestroy());
    expect(await exchange(broken, asked)).toBe('reset ECONNRESET');
  });

  it('closes when the service sends unrequested bytes', async () => {
    const connection = await open([answer('')]);
    expect(await exchange(connection, asked)).toBe('ok');
    server.sockets[0]?.write(answer('', 'late'));
    await expect.poll(() => connection.usable).toBe(false);
  });

  it('ends a request in flight when it is closed, and silently when it is aborted', async () => {
    const connection = await open([]);
    const closed = new OneOutcome();
    connection.send(asked, closed, false);
    connection.close();
    expect(await closed.outcome).toMatchObject({ failure: { code: 'CLOSED_LOCALLY' } });
    await server.close();

    const other = await open([]);
    const aborted = new OneOutcome();
    other.send(asked, aborted, false);
    other.abort(aborted);
    await expect.poll(() => server.sockets[0]?.destroyed ?? server.sockets.length === 0).toBe(true);
    expect(aborted.calls).toBe(0);
    expect(other.usable).toBe(false);
  });

  it('reports that nothing listens', async () => {
    server = await listen(() => undefined);
    await server.close();
    const connection = newConnection();
    expect(await connect(connection)).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED' });
    expect(connection.usable).toBe(false);
  });
});

describe('hostHeader', () => {
  it.each([
    ['here', 80, 'here:80'],
    ['127.0.0.1', 1, '127.0.0.1:1'],
    ['::1', 8080, '[::1]:8080'],
  ])('%s', (host, port, header) => {
    expect(hostHeader(host, port)).toBe(header);
  });
});
