import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import net from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import axios from 'axios';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryBudget } from '../../../protocols/memory-budget.ts';
import { rsocketFlags } from '../../../protocols/rsocket/frames.ts';
import { compositeRoute } from '../../../protocols/rsocket/routes.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { payloadOf } from '../../../tests/support/rsocket-frames.ts';
import { ByteMeter } from '../../byte-meter.ts';
import type { Connection, Failure, PreparedRequest, Sink } from '../driver.ts';
import { openTcp } from '../socket.ts';
import { newWatch, oneConnectionAgent } from './agents.ts';
import { GraphqlClient, resultOf } from './graphql-library.ts';
import { GrpcLibraryConnection, watchCalls } from './grpc-library.ts';
import { addressOrigin, type LibraryCall, LibraryHttpConnection } from './http-connection.ts';
import { type Http2LibraryRequest, LibraryHttp2Connection } from './http2-connection.ts';
import { axiosSettings } from './rest-library.ts';
import { RSocketLibraryConnection } from './rsocket-library.ts';
import { sizeOfTexts } from './texts.ts';

const operation = {} as PreparedRequest['operation'];
/** Decompresses to 20 MB, and is 20 kB long. */
const bomb = JSON.stringify({ data: { text: 'a'.repeat(20_000_000) } });
const room = 1_000_000;

const answers: Readonly<Record<string, (response: http.ServerResponse) => void>> = {
  'that inflates, by gzip': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(bomb)),
  'that inflates, by deflate': (response) =>
    response.setHeader('content-encoding', 'deflate').end(deflateSync(bomb)),
  'as long as it is': (response) => response.end(bomb),
};

async function addressOf(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, basePath: '', tls: null };
}

function serving(answer: (response: http.ServerResponse) => void) {
  const server = http.createServer((_request, response) => {
    answer(response.setHeader('content-type', 'application/json'));
  });
  onTestFinished(() => server.closeAllConnections());
  return addressOf(server);
}

/** Outcome of one request on its own connection. */
async function outcome(connection: Connection, request: PreparedRequest) {
  onTestFinished(() => connection.close());
  const refused = await new Promise<Failure | null>((done) => connection.connect(done));
  if (refused) return refused;
  return sent(connection, request);
}

function sent(connection: Connection, request: PreparedRequest) {
  return new Promise<Failure | 'succeeded'>((resolve) => {
    const sink: Sink = { succeeded: () => resolve('succeeded'), failed: resolve };
    connection.send(request, sink, false);
  });
}

const noRoom = { kind: 'memory', code: 'ANSWER_MEMORY', message: expect.stringMatching(/1000000/) };

type Address = Awaited<ReturnType<typeof addressOf>>;
type Client = (address: Address, memory: MemoryBudget) => [Connection, PreparedRequest];

const axiosClient: Client = (address, memory) => {
  const client = axios.create(axiosSettings);
  const call: LibraryCall = async (httpAgent, signal) => {
    await client.get(addressOrigin(address), { httpAgent, signal });
    return {};
  };
  const one = oneConnectionAgent(address, new ByteMeter());
  const connection = new LibraryHttpConnection(one, sizeOfTexts, memory);
  return [connection, { operation, call } as PreparedRequest];
};
const urqlClient: Client = (address, memory) => {
  const watch = newWatch();
  const url = addressOrigin(address);
  const transport = new GraphqlClient(address, new ByteMeter(), watch, url);
  const call: LibraryCall<GraphqlClient> = async ({ urql }, signal) => {
    await resultOf(urql.query('{ text }', {}), signal);
    return {};
  };
  const connection = new LibraryHttpConnection({ transport, watch }, sizeOfTexts, memory);
  return [connection, { operation, call } as PreparedRequest];
};
const http2Client: Client = (address, memory) => {
  const connection = new LibraryHttp2Connection(address, new ByteMeter(), sizeOfTexts, memory);
  const answer = { headers: { ':path': '/' }, body: () => null, answer: () => ({}) };
  const request: Http2LibraryRequest = { operation, ...answer };
  return [connection, request];
};

const ofHttp2 = () => addressOf(http2.createServer((_request, response) => response.end(bomb)));
/** A hundred thousand octets, each in its own chunk: every one needs an object. */
const crumbs = () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n';
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(`${head}${'1\r\na\r\n'.repeat(100_000)}`));
    onTestFinished(() => void socket.destroy());
  });
  return addressOf(server);
};

it.each<[string, () => Promise<Address>, Client]>([
  ...Object.entries(answers).flatMap(
    ([how, answer]): [string, () => Promise<Address>, Client][] => [
      [`${how} with axios`, () => serving(answer), axiosClient],
      [`${how} with @urql/core`, () => serving(answer), urqlClient],
    ],
  ),
  ['of HTTP/2 with Node', ofHttp2, http2Client],
  ['of many small chunks', crumbs, axiosClient],
])('an answer for which there is no room ends: %s', async (_how, start, client) => {
  const memory = new MemoryBudget(room);
  expect(await outcome(...client(await start(), memory))).toEqual(noRoom);
  expect(memory.held).toBe(0);
});

it('answers that fit are released when they are read', async () => {
  const address = await serving((response) => response.end(JSON.stringify('a'.repeat(600_000))));
  const memory = new MemoryBudget(room);
  const [connection, request] = axiosClient(address, memory);
  for (let time = 0; time < 2; time++) expect(await outcome(connection, request)).toBe('succeeded');
  expect(memory.held).toBe(0);
});

it('answers of grpc-js for which there is no room end, and release their memory', async () => {
  // Begins to answer every call with one message, and does not end it.
  const server = http2.createServer();
  onTestFinished(() => void server.close());
  server.on('sessionError', () => undefined);
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    const message = Buffer.alloc(600_005);
    message.writeUInt32BE(1_200_000, 1);
    stream.write(message);
  });
  server.on('session', (session) => onTestFinished(() => session.destroy()));
  const address = await addressOf(server);
  const memory = new MemoryBudget(room);
  onTestFinished(watchCalls(new ByteMeter(), memory));
  const connection = new GrpcLibraryConnection(address, null);
  const plain = { requestSerialize: () => Buffer.alloc(0), responseDeserialize: () => ({}) };
  const method = { path: '/a.B/C', ...plain };
  const request = {
    ...{ operation, method, stream: 'none', messages: () => [{}], answered: () => undefined },
  } as unknown as PreparedRequest;
  expect(await new Promise<Failure | null>((done) => connection.connect(done))).toBeNull();
  const ended = [sent(connection, request), sent(connection, request)];
  expect(await Promise.race(ended)).toEqual(noRoom);
  connection.close();
  await Promise.all(ended);
  await expect.poll(() => memory.held).toBe(0);
});

describe('fragments of RSocket, which its library joins without a limit,', () => {
  const { follows, next } = rsocketFlags;
  /** Sends this many fragments for each request, and optionally ends the message. */
  const saying = async (fragments: number, ends: boolean) => {
    const server = net.createServer((socket) => {
      let kept = Buffer.alloc(0);
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      socket.on('data', (octets) => {
        kept = Buffer.concat([kept, octets]);
        while (kept.length >= 3 && kept.length >= 3 + kept.readUIntBE(0, 3)) {
          const stream = kept.readUInt32BE(3);
          kept = kept.subarray(3 + kept.readUIntBE(0, 3));
          // The first frame sets the connection up.
          if (stream === 0) continue;
          for (let left = fragments; left > 0; left--)
            socket.write(payloadOf(stream, ' '.repeat(60_000), follows | next));
          if (ends) socket.write(payloadOf(stream, '"x"'));
        }
      });
    });
    const address = await addressOf(server);
    const memory = new MemoryBudget(room);
    const openSockets = () => {
      const tcp = openTcp(address, new ByteMeter());
      return { tcp, upper: tcp };
    };
    return { connection: new RSocketLibraryConnection(openSockets, memory), memory };
  };
  const asked = { operation: echoOperation, message: {}, metadata: compositeRoute('any') };
  const asking = asked as unknown as PreparedRequest;

  it('end when the memory is exhausted', async () => {
    const { connection, memory } = await saying(20, false);
    expect(await outcome(connection, asking)).toEqual(noRoom);
    await expect.poll(() => memory.held).toBe(0);
  });

  it('are released with each message', async () => {
    const { connection, memory } = await saying(9, true);
    for (let again = 0; again < 5; again++) {
      const came = again === 0 ? await outcome(connection, asking) : await sent(connection, asking);
      expect(came).not.toEqual(noRoom);
      expect(memory.held).toBeLessThan(room / 2);
    }
  });
});
