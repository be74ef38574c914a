import { once } from 'node:events';
import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { startNullGrpc, startNullRestHttp2 } from '../../services/null/http2.ts';
import { grpcForm } from '../../services/null/http2-answers.ts';
import { NullHttp2Connection } from '../../services/null/http2-connection.ts';
import type { RunningService, ServiceTls } from '../../services/service.ts';
import { ByteMeter } from '../../workers/byte-meter.ts';
import type { DriverFactory } from '../../workers/drivers/driver.ts';
import { openGrpcRaw } from '../../workers/drivers/grpc-raw.ts';
import { openGrpcLibrary } from '../../workers/drivers/library/grpc-library.ts';
import { openRestH2Library } from '../../workers/drivers/library/rest-h2-library.ts';
import { openRestH2Raw } from '../../workers/drivers/rest-h2-raw.ts';
import { grpcPathOf } from '../../workloads/description.ts';
import { makeProduct, type Product, productWorkload } from '../../workloads/product/product.ts';
import { parseShape } from '../../workloads/product/shapes.ts';
import { SessionUnderTest } from '../support/http2-transcript.ts';
import { connect, OneOutcome, plainAddress } from '../support/loopback.ts';
import { echoOperation, openProduct } from '../support/product.ts';
import { removeTestIdentities, serverCa, serverTls } from '../support/service.ts';

const small = parseShape('small');
if (!small) throw new TypeError('there is no small shape');
const smallProduct = makeProduct(small, 'ascii', 1);

let service: RunningService;
let answered = 0;
const start = async (startNull = startNullGrpc, tls: ServiceTls | null = null) => {
  answered = 0;
  const countAnswer = () => {
    answered++;
  };
  service = await startNull({ host: '127.0.0.1', port: 0, tls, countAnswer });
};
afterEach(() => service.stop());
afterAll(removeTestIdentities);

/** Sends a product five times, one after the other. @returns the answers. */
async function exchangeOf(open: DriverFactory, request: Product): Promise<unknown[]> {
  const { driver, prepared } = await openProduct(open, {
    address: plainAddress(service.port),
    operation: 'echo',
    request,
    timeoutMs: 20_000,
    meter: new ByteMeter(),
    resumption: true,
  });
  const connection = driver.open();
  expect(await connect(connection)).toBeNull();
  const replies: unknown[] = [];
  while (replies.length < 5) {
    const sink = new OneOutcome();
    connection.send(prepared, sink, true);
    const outcome = await sink.outcome;
    replies.push('reply' in outcome ? outcome.reply?.() : outcome.failure);
  }
  connection.close();
  driver.close();
  return replies;
}

describe.each([
  ['raw', openGrpcRaw],
  ['library', openGrpcLibrary],
] as const)('the %s driver of grpc', (_name, open) => {
  it.each([60, 2_000_000])('gets its own product of %i characters back', async (length) => {
    await start();
    const request = makeProduct({ operation: 'echo', length }, 'multibyte', 1);
    expect(await exchangeOf(open, request)).toEqual(Array(5).fill(request));
    expect(answered).toBe(5);
  });
});

it.each([
  ['raw', openRestH2Raw],
  ['library', openRestH2Library],
] as const)(
  'the %s driver of rest-h2 gets the small product back, whatever it sends',
  async (_name, open) => {
    await start(startNullRestHttp2);
    const long = makeProduct({ operation: 'echo', length: 100_000 }, 'ascii', 1);
    for (const request of [smallProduct, long]) {
      expect(await exchangeOf(open, request)).toEqual(Array(5).fill(smallProduct));
    }
    expect(answered).toBe(10);
  },
);

interface Seen {
  readonly message: Buffer;
  /** Of the headers. */
  readonly type: unknown;
  /** Of the trailers; undefined without any. */
  readonly status: unknown;
}

function callOf(client: http2.ClientHttp2Session, body: Buffer): Promise<Seen> {
  const stream = client.request({
    ':method': 'POST',
    ':path': grpcPathOf(productWorkload.description, echoOperation),
  });
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
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.on('close', () => resolve({ message: Buffer.concat(parts), type, status }));
  });
}

describe('Node as the client', () => {
  it.each([
    ['the usual settings', {}],
    ['small windows', { initialWindowSize: 1000 }],
    ['large frames', { maxFrameSize: 1_000_000, initialWindowSize: 10_000_000 }],
  ])('is answered with its own messages, short and long, with %s', async (_title, settings) => {
    await start();
    const client = http2.connect(`http://127.0.0.1:${service.port}`, { settings });
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
  ])('is answered with a resource and no trailers, with %s', async (_title, settings) => {
    await start(startNullRestHttp2);
    const client = http2.connect(`http://127.0.0.1:${service.port}`, { settings });
    const bodies = [0, 5, 100_000].map((length) => Buffer.alloc(length, 'a'));
    for (const seen of await Promise.all(bodies.map((body) => callOf(client, body)))) {
      expect(JSON.parse(seen.message.toString('utf8'))).toEqual(smallProduct);
      expect(seen).toMatchObject({ type: 'application/json; charset=utf-8', status: undefined });
    }
    expect(answered).toBe(bodies.length);
    client.destroy();
  });

  it('agrees on HTTP/2 by ALPN', async () => {
    await start(startNullGrpc, await serverTls('on'));
    const client = http2.connect(`https://localhost:${service.port}`, { ca: await serverCa() });
    const body = prefixMessage(Buffer.from('hello'));
    expect((await callOf(client, body)).message.equals(body)).toBe(true);
    client.destroy();
  });

  it('gets its PING back', async () => {
    await start();
    const client = http2.connect(`http://127.0.0.1:${service.port}`);
    await once(client, 'connect');
    const payload = Buffer.from('12345678');
    const back = await new Promise<Buffer>((resolve, reject) => {
      client.ping(payload, (error, _duration, echoed) => (error ? reject(error) : resolve(echoed)));
    });
    expect(back.equals(payload)).toBe(true);
    client.destroy();
  });
});

/** A socket whose octets arrive immediately. */
const socketInto = (take: (bytes: Buffer) => void) =>
  new Duplex({
    read: () => undefined,
    write: (bytes, _encoding, done) => {
      take(bytes);
      done();
    },
  });

describe('the octets of a client', () => {
  beforeEach(() => start());

  it('are understood wherever they are split', () => {
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

  it('that are no HTTP/2 end the connection', () => {
    const socket = socketInto(() => undefined);
    const connection = new NullHttp2Connection(socket, grpcForm, () => undefined);
    connection.take(Buffer.from('GET / HTTP/1.1\r\nhost: here\r\n\r\n'));
    expect(socket.destroyed).toBe(true);
  });
});
