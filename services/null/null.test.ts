import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { SessionUnderTest } from '../../tests/support/http2-transcript.ts';
import { echoOperation, productType } from '../../tests/support/product.ts';
import { removeTestIdentities, serverCa, serverTls } from '../../tests/support/service.ts';
import { protobufCodec } from '../../workers/codecs/protobuf.ts';
import { soapCodec } from '../../workers/codecs/soap.ts';
import { decodeAnswer } from '../../workers/drivers/graphql/answer.ts';
import { makeProduct, productWorkload } from '../../workloads/product/product.ts';
import { parseShape } from '../../workloads/product/shapes.ts';
import type { RunningService, ServiceTls } from '../service.ts';
import { startNullGraphql, startNullRest, startNullSoap } from './http.ts';
import { startNullGrpc, startNullRestHttp2 } from './http2.ts';
import { grpcForm } from './http2-answers.ts';
import { NullHttp2Connection } from './http2-connection.ts';
import { startNullRestProtobuf } from './rest-protobuf.ts';

let service: RunningService | null = null;
let answered = 0;
afterEach(async () => {
  await service?.stop();
  answered = 0;
});
afterAll(removeTestIdentities);

const small = parseShape('small');
if (!small) throw new TypeError('there is no small shape');
const product = makeProduct(small, 'ascii', 1);
const soap = soapCodec(productWorkload.description, echoOperation);

async function start(starting: typeof startNullGrpc, tls: ServiceTls | null = null) {
  const place = { host: '127.0.0.1', port: 0, tls };
  service = await starting({ ...place, countAnswer: () => void answered++ });
  return service.port;
}

const json = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));
describe.each([
  ['rest', startNullRest, json],
  ['rest-protobuf', startNullRestProtobuf, protobufCodec(productType).decode],
  ['soap', startNullSoap, soap.decode],
  ['graphql', startNullGraphql, (body: Buffer) => decodeAnswer(echoOperation, body)],
] as const)('the null service for %s', (_protocol, startNull, decode) => {
  it('answers any client with the small product', async () => {
    const port = await start(startNull);
    const answer = await fetch(`http://127.0.0.1:${port}/any`, { method: 'POST', body: 'abc' });
    expect(answer.status).toBe(200);
    expect(decode(Buffer.from(await answer.arrayBuffer()))).toEqual(product);
    expect(answered).toBe(1);
  });

  it('answers pipelined requests in pieces, one answer each', async () => {
    const socket = net.connect(await start(startNull), '127.0.0.1');
    const requests = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc'.repeat(5);
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers += text;
    });
    for (const piece of requests.match(/.{1,7}/gs) ?? []) socket.write(piece);
    await expect.poll(() => answers.split('HTTP/1.1 200 OK').length - 1).toBe(5);
    socket.destroy();
  });

  it('closes connections that send no request, and stops with clients connected', async () => {
    const port = await start(startNull);
    const [odd, idle] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
    for (const socket of [odd, idle]) socket.on('error', () => undefined);
    odd.write('nonsense\r\n\r\n');
    await once(odd.resume(), 'close');
    const gone = once(idle.resume(), 'close');
    await service?.stop();
    await gone;
    expect(answered).toBe(0);
  });
});

async function callOf(client: http2.ClientHttp2Session, body: Buffer) {
  const stream = client.request({ ':method': 'POST', ':path': '/any' });
  const parts: Buffer[] = [];
  let [type, status]: unknown[] = [];
  stream.on('response', (fields) => {
    type = fields['content-type'];
  });
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('trailers', (fields) => {
    status = fields['grpc-status'];
  });
  stream.end(body);
  await once(stream, 'close');
  return { message: Buffer.concat(parts), type, status };
}

/** A socket whose octets arrive immediately. */
const socketInto = (take: (bytes: Buffer) => void) =>
  new Duplex({
    read: () => undefined,
    write: (bytes, _encoding, done) => {
      take(bytes);
      done();
    },
  });

describe('the null services over HTTP/2', () => {
  it.each([
    ['the usual settings', {}],
    ['small windows', { initialWindowSize: 1000 }],
    ['large frames', { maxFrameSize: 1_000_000, initialWindowSize: 10_000_000 }],
  ])('answer gRPC with its own messages, short and long, with %s', async (_title, settings) => {
    const client = http2.connect(`http://127.0.0.1:${await start(startNullGrpc)}`, { settings });
    const bodies = [5, 100, 30_000, 300_000, 7].map((length) =>
      prefixMessage(Buffer.from(Array.from({ length }, (_, at) => at % 251))),
    );
    const seen = await Promise.all(bodies.map((body) => callOf(client, body)));
    seen.forEach(({ message, status }, at) => {
      expect(message.equals(bodies[at] ?? Buffer.alloc(0))).toBe(true);
      expect(status).toBe('0');
    });
    expect(answered).toBe(bodies.length);
    client.destroy();
  });

  it.each([
    ['the usual settings', {}],
    ['windows smaller than the answer', { initialWindowSize: 50 }],
  ])('answer REST with a resource and no trailers, with %s', async (_title, settings) => {
    const port = await start(startNullRestHttp2);
    const client = http2.connect(`http://127.0.0.1:${port}`, { settings });
    const bodies = [0, 5, 100_000].map((length) => Buffer.alloc(length, 'a'));
    for (const { message, ...seen } of await Promise.all(
      bodies.map((one) => callOf(client, one)),
    )) {
      expect(json(message)).toEqual(product);
      expect(seen).toEqual({ type: 'application/json; charset=utf-8', status: undefined });
    }
    expect(answered).toBe(bodies.length);
    client.destroy();
  });

  it('agree on HTTP/2 by ALPN, send a PING back, and stop with clients connected', async () => {
    const port = await start(startNullGrpc, await serverTls('on'));
    const client = http2.connect(`https://localhost:${port}`, { ca: await serverCa() });
    const body = prefixMessage(Buffer.from('hello'));
    expect((await callOf(client, body)).message.equals(body)).toBe(true);
    const payload = Buffer.from('12345678');
    const back = await new Promise((resolve) => {
      client.ping(payload, (_error, _duration, echoed) => resolve(echoed));
    });
    expect(back).toEqual(payload);
    const gone = once(client, 'close');
    await service?.stop();
    await gone;
  });

  it('understand octets wherever they are split', () => {
    const client = new SessionUnderTest(2);
    client.receive(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    const sent = Buffer.concat(client.written);
    for (let place = 1; place < sent.length; place++) {
      const heard = new SessionUnderTest(2);
      const socket = socketInto((bytes) => heard.receive(bytes));
      const connection = new NullHttp2Connection(socket, grpcForm, () => undefined);
      connection.take(sent.subarray(0, place));
      connection.take(sent.subarray(place));
      expect(heard.finish()).toEqual(Array(2).fill({ message: 'question' }));
    }
  });

  it('end a connection that sends no HTTP/2', () => {
    const socket = socketInto(() => undefined);
    const connection = new NullHttp2Connection(socket, grpcForm, () => undefined);
    connection.take(Buffer.from('GET / HTTP/1.1\r\nhost: here\r\n\r\n'));
    expect(socket.destroyed).toBe(true);
  });
});
