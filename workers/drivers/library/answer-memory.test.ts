import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import axios from 'axios';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ByteMeter } from '../../byte-meter.ts';
import type { Connection, Failure, PreparedRequest, Sink } from '../driver.ts';
import { AnswerMemory } from '../kept-body.ts';
import { newWatch, oneConnectionAgent } from './agents.ts';
import { GraphqlClient, resultOf } from './graphql-library.ts';
import { addressOrigin, type LibraryCall, LibraryHttpConnection } from './http-connection.ts';
import { type Http2LibraryRequest, LibraryHttp2Connection } from './http2-connection.ts';
import { axiosSettings } from './rest-library.ts';
import { sizeOfTexts } from './texts.ts';

const operation = {} as PreparedRequest['operation'];
/** Inflates to 20 MB, and is 20 kB long. */
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

/** What becomes of one request on a connection of its own. */
async function outcome(connection: Connection, request: PreparedRequest) {
  onTestFinished(() => connection.close());
  const refused = await new Promise<Failure | null>((done) => connection.connect(done));
  if (refused) return refused;
  return new Promise<Failure | 'succeeded'>((resolve) => {
    const sink: Sink = { succeeded: () => resolve('succeeded'), failed: resolve };
    connection.send(request, sink, false);
  });
}

const noRoom = { kind: 'memory', code: 'ANSWER_MEMORY', message: expect.stringMatching(/1000000/) };

describe.each(Object.entries(answers))(
  'an answer for which there is no room, %s',
  (_how, answer) => {
    it('ends with axios', async () => {
      const address = await serving(answer);
      const memory = new AnswerMemory(room);
      const client = axios.create(axiosSettings);
      const call: LibraryCall = async (httpAgent, signal) => {
        await client.get(addressOrigin(address), { httpAgent, signal });
        return {};
      };
      const one = oneConnectionAgent(address, new ByteMeter());
      const connection = new LibraryHttpConnection(one, sizeOfTexts, memory);
      expect(await outcome(connection, { operation, call } as PreparedRequest)).toEqual(noRoom);
      expect(memory.held).toBe(0);
    });

    it('ends with @urql/core', async () => {
      const address = await serving(answer);
      const memory = new AnswerMemory(room);
      const watch = newWatch();
      const url = addressOrigin(address);
      const transport = new GraphqlClient(address, new ByteMeter(), watch, url);
      const call: LibraryCall<GraphqlClient> = async ({ urql }, signal) => {
        await resultOf(urql.query('{ text }', {}), signal);
        return {};
      };
      const connection = new LibraryHttpConnection({ transport, watch }, sizeOfTexts, memory);
      expect(await outcome(connection, { operation, call } as PreparedRequest)).toEqual(noRoom);
      expect(memory.held).toBe(0);
    });
  },
);

it('an answer for which there is no room ends with Node’s HTTP/2', async () => {
  const server = http2.createServer((_request, response) => {
    response.end(bomb);
  });
  const address = await addressOf(server);
  const memory = new AnswerMemory(room);
  const connection = new LibraryHttp2Connection(address, new ByteMeter(), sizeOfTexts, memory);
  const request: Http2LibraryRequest = {
    operation,
    headers: { ':path': '/' },
    body: () => null,
    answer: () => ({}),
  };
  expect(await outcome(connection, request)).toEqual(noRoom);
  expect(memory.held).toBe(0);
});

it('answers that fit are let go of when they are read', async () => {
  const address = await serving((response) => response.end(JSON.stringify('a'.repeat(600_000))));
  const memory = new AnswerMemory(room);
  const client = axios.create(axiosSettings);
  const call: LibraryCall = async (httpAgent, signal) => {
    await client.get(addressOrigin(address), { httpAgent, signal });
    return {};
  };
  const one = oneConnectionAgent(address, new ByteMeter());
  const connection = new LibraryHttpConnection(one, sizeOfTexts, memory);
  const request = { operation, call } as PreparedRequest;
  expect(await outcome(connection, request)).toBe('succeeded');
  expect(await outcome(connection, request)).toBe('succeeded');
  expect(memory.held).toBe(0);
});
