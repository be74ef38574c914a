import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { clientKinds, type Protocol, protocols, workloadNames } from '../../contracts/words.ts';
import type { Driver } from '../../workers/drivers/driver.ts';
import { protocolClients } from '../../workers/registry.ts';
import { isOffered, type OperationDescription } from '../../workloads/description.ts';
import { readVarint } from '../../workloads/inspect/varint.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { connect, newMeter, plainAddress } from '../support/loopback.ts';

/** A request as it arrives; a protocol without an address has no path. */
interface Arrived {
  readonly path: string;
  readonly body: Buffer;
}

/** Protocols that address resources: the others have all fields in their body. */
const resources: readonly Protocol[] = ['rest', 'rest-h2', 'rest-protobuf'];
const overHttp2: readonly Protocol[] = ['rest-h2', 'grpc'];

/** A server of the protocol's transport that answers nothing, and hands on the first request that comes. */
async function listen(protocol: Protocol) {
  const { promise: arrived, resolve } = Promise.withResolvers<Arrived>();
  const take = async (request: http.IncomingMessage | http2.Http2ServerRequest) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    resolve({ path: request.url ?? '', body: Buffer.concat(parts) });
  };
  const server = overHttp2.includes(protocol)
    ? http2.createServer(take)
    : protocol === 'rsocket'
      ? net.createServer((socket) => dataOfRequest(socket, resolve))
      : http.createServer(take);
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, arrived, stop };
}

/** Nothing before the data of a request has a brace: neither the set-up nor the metadata. */
function dataOfRequest(socket: net.Socket, resolve: (arrived: Arrived) => void): void {
  let all = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    all = Buffer.concat([all, bytes]);
    const start = all.indexOf('{');
    if (start >= 0 && isWholeJson(all.toString('utf8', start)))
      resolve({ path: '', body: all.subarray(start) });
  });
}

function isWholeJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    // More is to come.
    return false;
  }
}

/** What a driver sends for the fifth request of a shape. */
async function sentBy(
  factory: (port: number) => Promise<Driver>,
  protocol: Protocol,
  prepare: (driver: Driver) => ReturnType<Driver['prepare']>,
): Promise<Arrived> {
  const { port, arrived, stop } = await listen(protocol);
  const driver = await factory(port);
  const connection = driver.open();
  try {
    expect(await connect(connection)).toBeNull();
    const ended = () => undefined;
    connection.send(prepare(driver), { succeeded: ended, failed: ended }, false);
    return await arrived;
  } finally {
    connection.close();
    driver.close();
    stop();
  }
}

const isSaid = (value: unknown) =>
  value !== null && value !== '' && value !== 0 && value !== false && String(value) !== '';
const namesIn = (value: object) =>
  Object.entries(value).flatMap(([name, one]) => (isSaid(one) ? [name] : []));

/** The fields of a message in Protobuf, by the numbers of its outermost tags. */
function protobufNames({ request }: OperationDescription, bytes: Buffer): string[] {
  const names = new Set<string>();
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    if (!tag) throw new Error('no tag');
    const [number, wireType] = [Number(tag.value >> 3n), Number(tag.value & 7n)];
    names.add(request.fields.find((field) => field.number === number)?.name ?? `field ${number}`);
    const value = wireType === 0 || wireType === 2 ? readVarint(bytes, tag.end) : null;
    at = value?.end ?? tag.end + (wireType === 1 ? 8 : 4);
    if (wireType === 2) at += Number(value?.value ?? 0);
  }
  return [...names];
}

const xml = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** The fields in a body, once for each time that they are there. */
function bodyNames(protocol: Protocol, operation: OperationDescription, body: Buffer): string[] {
  if (protocol === 'grpc') return protobufNames(operation, body.subarray(5));
  if (protocol === 'rest-protobuf') return protobufNames(operation, body);
  if (protocol === 'soap') {
    const { Envelope } = xml.parse(body);
    return namesIn(Object(Envelope.Body[`${operation.method}Request`]));
  }
  const value = body.length === 0 ? {} : JSON.parse(body.toString());
  return namesIn(protocol === 'graphql' ? Object(value.variables) : value);
}

/** The fields in an address, by the template of its path. */
function addressNames({ http: { path } }: OperationDescription, address: string): string[] {
  const { searchParams } = new URL(address, 'http://any');
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return [...inPath, ...new Set(searchParams.keys())];
}

/** Every operation with one request, and the fifth that its first shape makes. */
function requestsOf(workload: (typeof workloadNames)[number]) {
  const { shapes, requestsOf: of, data, description } = workloadOf(workload);
  const setup = { text: 'ascii', seed: 1, fields: 'full', dates: 'full' } as const;
  const small = workload === 'team' ? { fileBytes: 30_000 } : {};
  const found = new Map<string, ReturnType<typeof of>>();
  for (const { name } of shapes) {
    const requests = of(name, { ...setup, data: data.parse(small) });
    if (requests.operation.stream === 'request') continue;
    found.set(requests.operation.name, found.get(requests.operation.name) ?? requests);
  }
  return [...found.values()].map((each) => ({ description, each, request: each.request(4) }));
}

describe.each(workloadNames)('requests of %s', (workload) => {
  it.each(clientKinds)(
    'carry the same fields once in every protocol: %s clients',
    async (client) => {
      for (const { description, each, request } of requestsOf(workload)) {
        const { operation } = each;
        for (const protocol of protocols.filter((one) => isOffered(operation, one))) {
          const open = async (port: number) =>
            (await protocolClients[protocol][client]())({
              address: plainAddress(port),
              workload: description,
              fields: 'full',
              timeoutMs: 20_000,
              meter: newMeter(),
              resumption: false,
            });
          const { path, body } = await sentBy(open, protocol, (driver) =>
            driver.prepare(operation, request),
          );
          const inAddress = resources.includes(protocol) ? addressNames(operation, path) : [];
          const names = [...inAddress, ...bodyNames(protocol, operation, body)];
          expect(names.toSorted(), `${operation.name} over ${protocol}`).toEqual(
            namesIn(request).toSorted(),
          );
        }
      }
    },
  );
});
