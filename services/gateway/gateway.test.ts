import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import http2, {
  type ClientHttp2Session,
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import net, { type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Protocol } from '../../contracts/words.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { makeRsocketFrame } from '../../protocols/rsocket/write.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { protocolServices } from '../registry.ts';
import { Upstream } from './http2-upstream.ts';

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

/** A gateway in front of a port; it ends with the test. */
async function gatewayTo(port: number, protocol: Protocol = 'rest', host = '127.0.0.1') {
  let counted = 0;
  const start = await protocolServices[protocol].gateway();
  const gateway = await start(
    {
      type: 'start',
      hop: 'gateway',
      host: '127.0.0.1',
      port: 0,
      upstream: { host, port },
      protocol,
      tls: null,
    },
    () => counted++,
  );
  onTestFinished(() => gateway.stop());
  return { ...gateway, counted: () => counted };
}

function serve(answer: RequestListener): http.Server {
  const server = http.createServer(answer);
  onTestFinished(() => server.closeAllConnections());
  return server;
}

function ask(port: number, options: http.RequestOptions = {}, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = http.request({ host: '127.0.0.1', port, agent: false, ...options }, resolve);
  asked.once('error', reject).end(body);
  return promise;
}

/** Answers with what arrived. */
const mirror: RequestListener = async (request, response) => {
  const { method, url, rawHeaders } = request;
  const body = await text(request);
  response.writeHead(207, 'As Asked', ['X-Own', '1', 'Connection', 'x-gone', 'X-Gone', '2']);
  response.end(JSON.stringify({ method, url, rawHeaders, body }));
};

describe('a gateway for HTTP/1.1', () => {
  it('passes on method, path, headers in their order, and body, and the answer in the same way', async () => {
    const gateway = await gatewayTo(await portOf(serve(mirror)));
    const headers = ['Host', 'its.name', 'X-One', 'a', 'Connection', 'close, X-Hop', 'X-Hop', 'b'];
    const answer = await ask(
      gateway.port,
      { method: 'PATCH', path: '/a/%20b?c=d&c', headers: [...headers, 'Content-Length', '5'] },
      'hello',
    );
    expect(JSON.parse(await text(answer))).toEqual({
      method: 'PATCH',
      url: '/a/%20b?c=d&c',
      rawHeaders: [
        ...['Host', 'its.name', 'X-One', 'a', 'Content-Length', '5', 'via', '1.1 wirebench'],
        ...['Connection', 'keep-alive'],
      ],
      body: 'hello',
    });
    expect([answer.statusCode, answer.statusMessage]).toEqual([207, 'As Asked']);
    expect(answer.headers).toMatchObject({ 'x-own': '1', via: '1.1 wirebench' });
    expect(answer.headers).not.toHaveProperty('x-gone');
    expect(gateway.counted()).toBe(1);
  });

  it.each([
    ['with a length', { 'Content-Length': '3' }, { 'content-length': '3' }, 'transfer-encoding'],
    [
      'in chunks',
      { 'Transfer-Encoding': 'chunked' },
      { 'transfer-encoding': 'chunked' },
      'content-length',
    ],
  ])('sends a body %s as such', async (_how, given, expected, absent) => {
    let seen: IncomingMessage['headers'] = {};
    const server = serve(async (request, response) => {
      seen = request.headers;
      response.end(await text(request));
    });
    const gateway = await gatewayTo(await portOf(server));
    const answer = await ask(gateway.port, { method: 'POST', headers: given }, 'abc');
    expect(await text(answer)).toBe('abc');
    expect(seen).toMatchObject(expected);
    expect(seen).not.toHaveProperty(absent);
  });

  it('keeps its connection to the service, whoever asks', async () => {
    const ports = new Set<number | undefined>();
    const server = serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const gateway = await gatewayTo(await portOf(server));
    for (let n = 0; n < 3; n++) {
      const answer = await ask(gateway.port, { headers: { connection: 'keep-alive' } });
      // No end of the client's own connection is announced.
      expect(answer.headers).not.toHaveProperty('keep-alive');
      await text(answer);
    }
    expect([ports.size, gateway.counted()]).toEqual([1, 3]);
  });

  it('answers 502 when the service is not there, and counts that', async () => {
    const gateway = await gatewayTo(await freePort());
    const answer = await ask(gateway.port);
    const body = await text(answer);
    expect([answer.statusCode, gateway.counted()]).toEqual([502, 1]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      via: '1.1 wirebench',
    });
    expect(body).toMatch(/^The gateway got no answer from the service: connect ECONNREFUSED .*\n$/);
  });

  it('breaks off what the service breaks off, and gives up what the client gives up', async () => {
    const begun = Promise.withResolvers<Socket>();
    const server = serve((request, response) => {
      if (request.url === '/half') response.write('half', () => response.destroy());
      else begun.resolve(request.socket);
    });
    const gateway = await gatewayTo(await portOf(server));
    await expect(ask(gateway.port, { path: '/half' }).then(text)).rejects.toThrow('aborted');
    const client = net.connect(gateway.port, '127.0.0.1');
    client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const asked = await begun.promise;
    client.destroy();
    await once(asked, 'close');
    expect(gateway.counted()).toBe(2);
  });

  it('stops with clients connected', async () => {
    const gateway = await gatewayTo(await freePort());
    const client = net.connect(gateway.port, '127.0.0.1').resume();
    client.on('error', () => undefined);
    await once(client, 'connect');
    await Promise.all([once(client, 'close'), gateway.stop()]);
  });
});

function serve2(answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void) {
  const server = http2.createServer();
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answer(stream, headers);
  });
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
  });
  return { server, sessions };
}

function clientOf(port: number): ClientHttp2Session {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  return session;
}

async function ask2(client: ClientHttp2Session, headers: object = {}, body?: string) {
  const stream = client.request({ ':path': '/', ...headers }, { endStream: body === undefined });
  let [trailers, failure]: [unknown, unknown] = [null, null];
  stream.on('trailers', (fields) => {
    trailers = { ...fields };
  });
  stream.on('error', (error) => {
    failure = error.message;
  });
  const head = new Promise<IncomingHttpHeaders | null>((resolve) => {
    stream.once('response', resolve).once('close', () => resolve(null));
  });
  if (body !== undefined) stream.end(body);
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  if (!stream.closed) await once(stream, 'close').catch(() => undefined);
  const answer = await head;
  return { answer, body: Buffer.concat(parts).toString(), trailers, failure, code: stream.rstCode };
}

describe('a gateway for HTTP/2', () => {
  it('passes on headers, body and trailers in both directions', async () => {
    const { server, sessions } = serve2((stream, headers) => {
      stream.respond(
        { ':status': 201, 'x-path': headers[':path'], 'x-via': headers.via ?? '' },
        { waitForTrailers: true },
      );
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '7' }));
      stream.pipe(stream);
    });
    const gateway = await gatewayTo(await portOf(server), 'grpc');
    const client = clientOf(gateway.port);
    const told = await ask2(client, { ':method': 'POST', ':path': '/a?b' }, 'abc');
    expect(told).toMatchObject({
      answer: { ':status': 201, 'x-path': '/a?b', 'x-via': '2.0 wirebench', via: '2.0 wirebench' },
      body: 'abc',
      trailers: { 'grpc-status': '7' },
      failure: null,
      code: constants.NGHTTP2_NO_ERROR,
    });
    expect(gateway.counted()).toBe(1);
    // Windows of a megabyte for each stream, and of sixteen for a connection, on both sides.
    expect(client.remoteSettings.initialWindowSize).toBe(2 ** 20);
    expect(client.state.remoteWindowSize).toBe(2 ** 24 - 'abc'.length);
    const [service] = sessions;
    expect(service?.remoteSettings.initialWindowSize).toBe(2 ** 20);
    expect(service?.state.remoteWindowSize).toBe(2 ** 24 - 'abc'.length);
  });

  it('passes on an answer without a body, and one without trailers', async () => {
    const { server } = serve2((stream, headers) => {
      if (headers[':path'] === '/none') stream.respond({ ':status': 204 }, { endStream: true });
      else {
        stream.respond({ ':status': 200 });
        stream.end('x');
      }
    });
    const client = clientOf((await gatewayTo(await portOf(server), 'rest-h2')).port);
    const none = await ask2(client, { ':path': '/none' });
    expect(none).toMatchObject({ answer: { ':status': 204, via: '2.0 wirebench' }, body: '' });
    expect(await ask2(client)).toMatchObject({ answer: { ':status': 200 }, body: 'x' });
  });

  it('resets what the service resets, with its code, and what it breaks off', async () => {
    const { server } = serve2((stream, headers) => {
      if (headers[':path'] === '/within') {
        stream.respond({ ':status': 200 });
        stream.write('half');
        setImmediate(() => stream.session?.destroy());
      } else stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
    const gateway = await gatewayTo(await portOf(server), 'grpc');
    const client = clientOf(gateway.port);
    expect(await ask2(client)).toMatchObject({
      answer: null,
      code: constants.NGHTTP2_REFUSED_STREAM,
    });
    expect(await ask2(client, { ':path': '/within' })).toMatchObject({
      answer: { ':status': 200 },
      code: constants.NGHTTP2_CANCEL,
    });
    expect(gateway.counted()).toBe(2);
  });

  it('tells the service of a client that gave up', async () => {
    const begun = Promise.withResolvers<ServerHttp2Stream>();
    const { server } = serve2((stream) => begun.resolve(stream));
    const client = clientOf((await gatewayTo(await portOf(server), 'grpc')).port);
    const stream = client.request({ ':path': '/' });
    const asked = await begun.promise;
    const closed = once(asked, 'close');
    stream.close(constants.NGHTTP2_CANCEL);
    await closed;
    expect(asked.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  it('answers 502 when the service is not there', async () => {
    const gateway = await gatewayTo(await freePort(), 'rest-h2');
    const told = await ask2(clientOf(gateway.port));
    expect(told).toMatchObject({
      answer: { ':status': 502, via: '2.0 wirebench', 'content-type': 'text/plain; charset=utf-8' },
      body: expect.stringMatching(
        /^The gateway got no answer from the service: .*connect ECONNREFUSED.*\n$/,
      ),
    });
    expect(gateway.counted()).toBe(1);
  });

  it('opens another connection to the service beyond a hundred streams, and uses room again', async () => {
    const held: ServerHttp2Stream[] = [];
    const full = Promise.withResolvers<void>();
    const { server, sessions } = serve2((stream) => {
      held.push(stream);
      if (held.length === 101) full.resolve();
    });
    const upstream = new Upstream({ host: '127.0.0.1', port: await portOf(server) });
    onTestFinished(() => upstream.close());
    const taken = Array.from({ length: 100 }, () => upstream.take());
    const [first] = taken;
    expect(new Set(taken.map(({ session }) => session)).size).toBe(1);
    const second = upstream.take();
    expect(second.session === first?.session).toBe(false);
    // Told twice, it counts once.
    first?.done();
    first?.done();
    expect(upstream.take().session === first?.session).toBe(true);
    expect(upstream.take().session === second.session).toBe(true);
    for (const { session } of [...taken, second])
      session.request({ ':path': '/' }).on('error', () => undefined);
    await full.promise;
    expect(sessions).toHaveLength(2);
    first?.session.destroy();
    expect(upstream.take().session === second.session).toBe(true);
  });

  it.runIf(hasIpv6)('reaches a service by IPv6', async () => {
    const { server } = serve2((stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.end(headers[':authority']);
    });
    const overHttp2 = await gatewayTo(await portOf(server, '::1'), 'grpc', '::1');
    const client = clientOf(overHttp2.port);
    expect((await ask2(client)).body).toBe(`127.0.0.1:${overHttp2.port}`);
    const overHttp1 = await gatewayTo(await portOf(serve(mirror), '::1'), 'soap', '::1');
    expect((await ask(overHttp1.port)).statusCode).toBe(207);
  });
});

describe('a gateway for RSocket', () => {
  it('passes frames and ends on, each connection on its own, and counts requests', async () => {
    const echo = net.createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined).write(`${echo.listening}`);
      socket.pipe(socket);
    });
    const gateway = await gatewayTo(await portOf(echo), 'rsocket');
    const frame = (type: number, flags = 0) => makeRsocketFrame(type, flags, 1, Buffer.from('x'));
    const sent = Buffer.concat([
      frame(rsocketFrameTypes.requestResponse),
      frame(rsocketFrameTypes.payload, rsocketFlags.complete),
      frame(rsocketFrameTypes.requestResponse),
    ]);
    const answers = [0, 1].map(async () => {
      const client = net.connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
      for (const octet of sent) client.write(Buffer.of(octet));
      client.end();
      return text(client);
    });
    const expected = `true${sent.toString()}`;
    expect(await Promise.all(answers)).toEqual([expected, expected]);
    expect(gateway.counted()).toBe(4);
  });

  it('closes the connection of a client whose service is not there', async () => {
    const gateway = await gatewayTo(await freePort(), 'rsocket');
    const client = net.connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    await once(client.resume(), 'close');
    expect(gateway.counted()).toBe(0);
  });
});
