import http, { type IncomingMessage, type RequestListener } from 'node:http';
import http2, { type ClientHttp2Session } from 'node:http2';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo, gatewayBefore, readAll } from '../../support/hops.ts';
import { listenBadly } from '../../support/hostile-servers.ts';
import { portOf } from '../../support/port-of.ts';

function ask(port: number, options: http.RequestOptions, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, ...options }, resolve);
    request.once('error', reject);
    request.end(body);
  });
}

const serve = (answer: RequestListener) => {
  const server = http.createServer(answer);
  onTestFinished(() => server.closeAllConnections());
  return portOf(server);
};

describe('a gateway for HTTP/1.1', () => {
  it('passes request and answer on, with via, over connections that it keeps', async () => {
    const seen = new Set<number | undefined>();
    const port = await serve((request, response) => {
      seen.add(request.socket.remotePort);
      response.setHeader('x-asked', `${request.method} ${request.url} ${request.headers.via}`);
      response.setHeader('x-hop', request.headers['x-hop'] ?? 'none');
      response.statusCode = 201;
      request.pipe(response);
    });
    const gateway = await gatewayBefore(port, {});
    const body = Buffer.alloc(3_000_000, 'body');
    for (let n = 0; n < 3; n++) {
      const headers = { connection: 'close, x-hop', 'x-hop': '1', 'content-length': body.length };
      const answer = await ask(gateway.port, { method: 'POST', path: '/a?b=c', headers }, body);
      expect(answer.statusCode).toBe(201);
      expect(answer.headers).toMatchObject({
        via: '1.1 wirebench',
        'x-asked': 'POST /a?b=c 1.1 wirebench',
        'x-hop': 'none',
      });
      expect((await buffer(answer)).equals(body)).toBe(true);
    }
    expect(seen.size).toBe(1);
    expect((await gateway.measure())?.requests).toBe(3);
  });

  it('streams: a piece arrives before the next is sent', async () => {
    const goOn = Promise.withResolvers<void>();
    const port = await serve(async (_request, response) => {
      response.write('first');
      await goOn.promise;
      response.end('second');
    });
    const gateway = await gatewayBefore(port, {});
    const answer = await ask(gateway.port, {});
    const first = await new Promise((resolve) => answer.once('data', resolve));
    expect(String(first)).toBe('first');
    goOn.resolve();
    expect(await text(answer)).toBe('second');
  });

  it('answers 502 for a service that is gone, and breaks off with one that does', async () => {
    const gone = await gatewayBefore(1, {});
    const refused = await ask(gone.port, {});
    expect(refused.statusCode).toBe(502);
    expect(await text(refused)).toContain('ECONNREFUSED');
    const port = await listenBadly((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
      }),
    );
    const gateway = await gatewayBefore(port, {});
    const answer = await ask(gateway.port, {});
    expect(answer.statusCode).toBe(200);
    await expect(text(answer)).rejects.toThrow('aborted');
  });
});

describe('a gateway for HTTP/2', () => {
  async function session(port: number): Promise<ClientHttp2Session> {
    const made = http2.connect(`http://127.0.0.1:${port}`);
    made.on('error', () => undefined);
    onTestFinished(() => void made.destroy());
    return made;
  }

  async function call(client: ClientHttp2Session, path: string, body = '') {
    const stream = client.request({ ':method': 'POST', ':path': path });
    const got = { head: {}, trailers: {}, reset: 0 };
    stream.once('response', (head) => Object.assign(got, { head }));
    stream.once('trailers', (trailers) => Object.assign(got, { trailers }));
    stream.end(body);
    const answered = await text(stream).catch(() => '');
    return { ...got, text: answered, reset: stream.rstCode };
  }

  it('carries bodies, trailers, via, heads alone and resets, and answers 502 for a service that is gone', async () => {
    const server = http2.createServer();
    const reset = http2.constants.NGHTTP2_ENHANCE_YOUR_CALM;
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      const path = headers[':path'];
      if (path === '/reset') return stream.close(reset);
      if (path === '/head') {
        return stream.respond({ ':status': 200, 'grpc-status': '5' }, { endStream: true });
      }
      stream.respond({ ':status': 200, 'x-via': headers.via }, { waitForTrailers: true });
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '7' }));
      return stream.pipe(stream);
    });
    const gateway = await gatewayBefore(await portOf(server), { protocol: 'grpc' });
    const client = await session(gateway.port);
    const large = 'x'.repeat(2_000_000);
    const [small, big, head, broken] = await Promise.all([
      call(client, '/echo', 'hello'),
      call(client, '/echo', large),
      call(client, '/head'),
      call(client, '/reset'),
    ]);
    expect(small).toMatchObject({
      head: { via: '2.0 wirebench', 'x-via': '2.0 wirebench' },
      trailers: { 'grpc-status': '7' },
      text: 'hello',
    });
    expect(big.text === large).toBe(true);
    expect(head).toMatchObject({ head: { 'grpc-status': '5' }, text: '' });
    expect(broken.reset).toBe(reset);
    expect((await gateway.measure())?.requests).toBe(4);
    const gone = await session((await gatewayBefore(1, { protocol: 'grpc' })).port);
    const refused = { head: { ':status': 502 }, text: expect.stringContaining('ECONNREFUSED') };
    expect(await call(gone, '/')).toMatchObject(refused);
  });
});

describe('a gateway for frames', () => {
  it('passes octets on and counts the requests among them', async () => {
    const port = await listenBadly((socket) => socket.on('data', (part) => socket.write(part)));
    const gateway = await gatewayBefore(port, { protocol: 'rsocket' });
    const socket = await connectTo(gateway.port);
    // Of stream 1: a request for a response (type 4), and a cancel (type 9).
    const request = [0, 0, 6, 0, 0, 0, 1, 0x10, 0];
    const cancel = [0, 0, 6, 0, 0, 0, 1, 0x24, 0];
    const sent = Buffer.from([...request, ...cancel, ...request]);
    const answer = readAll(socket);
    socket.end(sent);
    expect((await answer).equals(sent)).toBe(true);
    expect((await gateway.measure())?.requests).toBe(2);
  });
});
