import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, productRoutes } from '../../contracts/workloads/product.ts';
import { serverIdentity } from '../../engine/platform/tls/identity.ts';
import { startNullGrpc } from '../../services/null/grpc.ts';
import { NullGrpcConnection } from '../../services/null/grpc-connection.ts';
import type { RunningService, ServiceTls } from '../../services/service.ts';
import { ByteMeter } from '../../workers/byte-meter.ts';
import type { DriverFactory } from '../../workers/drivers/driver.ts';
import { openGrpcRaw } from '../../workers/drivers/grpc-raw.ts';
import { prefixMessage } from '../../workers/drivers/http2/grpc-prefix.ts';
import { openGrpcLibrary } from '../../workers/drivers/library/grpc-library.ts';
import { SessionUnderTest } from '../support/http2-transcript.ts';
import { connect, OneOutcome, plainAddress } from '../support/loopback.ts';
import { openProduct } from '../support/product.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const factories: readonly [string, DriverFactory][] = [
  ['raw', openGrpcRaw],
  ['library', openGrpcLibrary],
];

let service: RunningService;
let answered = 0;
const start = async (tls: ServiceTls | null = null) => {
  answered = 0;
  const countAnswer = () => {
    answered++;
  };
  service = await startNullGrpc({ host: '127.0.0.1', port: 0, tls, countAnswer });
};
afterEach(() => service.stop());

describe.each(factories)('the %s driver', (_name, open) => {
  it.each([60, 2_000_000])('gets its own product of %i characters back', async (length) => {
    await start();
    const request = makeProduct({ operation: 'echo', length }, 'multibyte', 1);
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
    for (let call = 0; call < 5; call++) {
      const sink = new OneOutcome();
      connection.send(prepared, sink, true);
      const outcome = await sink.outcome;
      expect('reply' in outcome && outcome.reply?.()).toEqual(request);
    }
    connection.close();
    driver.close();
    expect(answered).toBe(5);
  });
});

interface Seen {
  readonly message: Buffer;
  readonly status: unknown;
}

function callOf(client: http2.ClientHttp2Session, body: Buffer): Promise<Seen> {
  const stream = client.request({ ':method': 'POST', ':path': productRoutes.echo.grpc.path });
  const parts: Buffer[] = [];
  let status: unknown;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('trailers', (fields) => {
    status = fields['grpc-status'];
  });
  stream.end(body);
  return new Promise((resolve, reject) => {
    stream.on('error', reject);
    stream.on('close', () => resolve({ message: Buffer.concat(parts), status }));
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

  it('agrees on HTTP/2 by ALPN', async () => {
    const { ca, cert, key } = await serverIdentity(temporaryFolder());
    await start({ cert, key, clientCa: null, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' });
    const client = http2.connect(`https://localhost:${service.port}`, { ca });
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

/** A socket whose octets arrive at once. */
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
      const connection = new NullGrpcConnection(socket, () => undefined);
      connection.take(sent.subarray(0, place));
      connection.take(sent.subarray(place));
      expect(heard.finish()).toEqual(Array(2).fill({ message: 'question' }));
    }
  });

  it('that are no HTTP/2 end the connection', () => {
    const socket = socketInto(() => undefined);
    const connection = new NullGrpcConnection(socket, () => undefined);
    connection.take(Buffer.from('GET / HTTP/1.1\r\nhost: here\r\n\r\n'));
    expect(socket.destroyed).toBe(true);
  });
});

const hasH2load = spawnSync('h2load', ['--version']).status === 0;
it.skipIf(!hasH2load)('h2load takes the answers for good ones, where it is installed', async () => {
  const file = join(temporaryFolder(), 'body');
  writeFileSync(file, prefixMessage(Buffer.from('hello')));
  await start();
  const url = `http://127.0.0.1:${service.port}${productRoutes.echo.grpc.path}`;
  const options = ['-c', '3', '-m', '4', '-n', '600', '-d', file, '-H', 'te: trailers'];
  const { stdout } = await promisify(execFile)('h2load', [...options, url]);
  expect(stdout).toContain('600 succeeded, 0 failed, 0 errored, 0 timeout');
  expect(answered).toBe(600);
});
