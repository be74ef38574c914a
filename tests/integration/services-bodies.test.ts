import { once } from 'node:events';
import { type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { assignment } from '../support/worker.ts';
import { Client } from '../torture/wire/services.ts';

const boundBytes = 30e6;
const bodyBytes = 6e6;
const piece = Buffer.alloc(65_536, 'a');
const client = new Client();

afterAll(() => client.stop());

/** A body in flight. */
interface Body {
  /** Whether it was refused for lack of space. */
  isRefused(): boolean;
  end(): void;
}

/** Waits until more can be written, or nothing will be read any more. */
const taken = (line: Duplex): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      line.off('drain', settle).off('close', settle);
      resolve();
    };
    if (line.destroyed) resolve();
    else line.on('drain', settle).on('close', settle);
  });

/** Sends all of a body but its end, as far as it is accepted. */
async function pour(line: Duplex): Promise<void> {
  for (let sent = 0; sent < bodyBytes - 100_000 && line.writable; sent += piece.length) {
    if (!line.write(piece)) await taken(line);
  }
}

type Begin = (port: number) => Promise<Body>;

const overHttp1 =
  (path: string, type: string): Begin =>
  async (port) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('data', (part) => {
        answer += part.toString();
      });
    await once(socket, 'connect');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
    );
    await pour(socket);
    const isRefused = () => /^HTTP\/1.1 503 [\s\S]*hold more than/.test(answer);
    return { isRefused, end: () => socket.destroy() };
  };

interface Http2Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** @param begin the bytes before the body. */
const overHttp2 =
  (
    headers: Readonly<Record<string, string>>,
    begin: Buffer,
    isRefusal: (answer: Http2Answer) => boolean,
  ): Begin =>
  async (port) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined);
    let answer: Http2Answer = { headers: {}, text: '' };
    const stream: ClientHttp2Stream = session
      .request({ ':method': 'POST', ...headers })
      .on('error', () => undefined)
      .on('response', (response) => {
        answer = { ...answer, headers: response };
      })
      .on('data', (part) => {
        answer = { ...answer, text: answer.text + part.toString() };
      });
    if (begin.length > 0) stream.write(begin);
    await pour(stream);
    return { isRefused: () => isRefusal(answer), end: () => session.destroy() };
  };

const message = Buffer.alloc(5);
message.writeUInt32BE(bodyBytes, 1);
const overGrpc = overHttp2(
  {
    ...{ ':path': '/wirebench.product.v1.ProductService/Echo', te: 'trailers' },
    'content-type': 'application/grpc',
  },
  message,
  ({ headers }) =>
    headers['grpc-status'] === '8' &&
    /hold more than/.test(decodeURI(`${headers['grpc-message']}`)),
);
const overRestHttp2 = overHttp2(
  { ':path': '/products/echo', 'content-type': 'application/json' },
  Buffer.alloc(0),
  ({ headers, text }) => headers[':status'] === 503 && text.includes('hold more than'),
);

it.each([
  ['rest', overHttp1('/products/echo', 'application/json')],
  ['soap', overHttp1('/soap/product', 'text/xml')],
  ['graphql', overHttp1('/graphql', 'application/json')],
  ['rest-h2', overRestHttp2],
  ['grpc', overGrpc],
] as const)(
  'bounds what bodies of %s hold together, and has room again when they are gone',
  async (protocol, begin) => {
    const variables = { WIREBENCH_BODY_BYTES: String(boundBytes) };
    const service = await startService({ protocol, variables });
    const honest = async () => {
      const cell = { protocol, client: 'raw', shape: 'small', users: 1, tls: 'off' } as const;
      return (await client.call(assignment(service, { cell, requests: 2 }))).ok;
    };
    /** This many concurrent bodies, until enough of them were refused. */
    const flood = async (count: number, least: number) => {
      const bodies = await Promise.all(Array.from({ length: count }, () => begin(service.port)));
      const refused = () => bodies.filter((body) => body.isRefused()).length;
      await expect.poll(refused).toBeGreaterThanOrEqual(least);
      expect((await service.measure()).rssBytes).toBeLessThan(2 * boundBytes + 300e6);
      expect(await honest()).toBe(2);
      for (const body of bodies) body.end();
      return refused();
    };
    await flood(12, 1);
    // The service notices their end with a delay.
    await expect.poll(() => flood(3, 0)).toBe(0);
    await flood(12, 1);
    expect(await service.stop()).toBe(0);
  },
);
