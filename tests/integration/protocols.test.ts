/* One file, because what every protocol shares with both clients is tested over one table of pairs and one client. */
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocolFacts } from '../../contracts/protocols.ts';
import {
  type ClientKind,
  clientKinds,
  type Protocol,
  protocols,
  workloadNames,
} from '../../contracts/words.ts';
import { protobufCodecs } from '../../services/protobuf/codecs.ts';
import { protocolServices } from '../../services/registry.ts';
import type { RunningService } from '../../services/service.ts';
import type { Connection, Driver, PreparedRequest } from '../../workers/drivers/driver.ts';
import { protocolClients } from '../../workers/registry.ts';
import {
  isOffered,
  type Message,
  type OperationDescription,
  type WorkloadDescription,
} from '../../workloads/description.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../support/loopback.ts';
import { expectSame } from '../support/same-message.ts';
import {
  messageOf,
  sampler,
  samplerOperation,
  samplerOptions,
  simpleThing,
  thing,
} from '../support/sampler.ts';

const pairs = protocols.flatMap((protocol) => clientKinds.map((client) => ({ protocol, client })));

type Name = Parameters<typeof samplerOperation>[0];

/** A driver of a service, that of the sampler unless another is given, and one connection. */
class Client {
  readonly driver: Driver;
  readonly connection: Connection;

  constructor(driver: Driver) {
    this.driver = driver;
    this.connection = driver.open();
  }

  static async open(
    protocol: Protocol,
    client: ClientKind,
    port: number,
    workload: WorkloadDescription = sampler,
  ): Promise<Client> {
    const factory = await protocolClients[protocol][client]();
    const driver = await factory({
      address: plainAddress(port),
      workload,
      fields: 'full',
      timeoutMs: 20_000,
      meter: newMeter(),
      resumption: false,
    });
    const made = new Client(driver);
    expect(await connect(made.connection)).toBeNull();
    return made;
  }

  /** @returns the answer, or the kind, code and words of the failure. */
  call(name: Name, message: Message): Promise<Message | string> {
    return this.request(samplerOperation(name), message);
  }

  request(operation: OperationDescription, message: Message): Promise<Message | string> {
    return this.#send(this.driver.prepare(operation, message));
  }

  /** The same with a stream of messages. */
  stream(name: Name, messages: () => Iterable<Message>): Promise<Message | string> {
    const prepared = this.driver.prepareStream?.(samplerOperation(name), messages);
    if (!prepared) throw new Error('the driver sends no streams');
    return this.#send(prepared);
  }

  async #send(prepared: PreparedRequest): Promise<Message | string> {
    const sink = new OneOutcome();
    this.connection.send(prepared, sink, true);
    const outcome = await sink.outcome;
    if (!('failure' in outcome)) return outcome.reply?.() ?? 'no reply';
    const { kind, code, message } = outcome.failure;
    return `${kind} ${code}, ${message}`;
  }

  close(): void {
    this.connection.close();
    this.driver.close();
  }
}

/** What the handlers say of what they refuse. */
const reasons = {
  invalid: 'no such id',
  absent: 'nothing of that id',
  twice: 'there is one already',
  pool: 'no connection came free in 5 s',
  broken: 'something broke',
};
type Refusals = Readonly<Record<keyof typeof reasons, string>>;

const ofJson: Refusals = {
  invalid: 'status 400, HTTP 400: {"statusCode":400,"error":"Bad Request","message":"…"}',
  absent: 'status 404, HTTP 404: {"statusCode":404,"error":"Not Found","message":"…"}',
  twice: 'status 409, HTTP 409: {"statusCode":409,"error":"Conflict","message":"…"}',
  pool: 'pool POOL, HTTP 503: {"statusCode":503,"error":"Service Unavailable","message":"…"}',
  broken: 'status 500, HTTP 500: {"statusCode":500,"error":"Internal Server Error","message":"…"}',
};
/** How drivers report what a service refuses, with … for the reason. */
const refusals: Readonly<Record<Protocol, Refusals>> = {
  rest: ofJson,
  'rest-h2': ofJson,
  'rest-protobuf': {
    invalid: 'status 400, HTTP 400: …',
    absent: 'status 404, HTTP 404: …',
    twice: 'status 409, HTTP 409: …',
    pool: 'pool POOL, HTTP 503: …',
    broken: 'status 500, HTTP 500: …',
  },
  soap: {
    invalid: 'fault Client, SOAP fault: …',
    absent: 'fault Client.NotFound, SOAP fault: …',
    twice: 'fault Client.Conflict, SOAP fault: …',
    pool: 'pool POOL, SOAP fault: …',
    broken: 'fault Server, SOAP fault: …',
  },
  grpc: {
    invalid: 'status INVALID_ARGUMENT, gRPC INVALID_ARGUMENT: …',
    absent: 'status NOT_FOUND, gRPC NOT_FOUND: …',
    twice: 'status ALREADY_EXISTS, gRPC ALREADY_EXISTS: …',
    pool: 'pool POOL, gRPC RESOURCE_EXHAUSTED: pool: …',
    broken: 'status INTERNAL, gRPC INTERNAL: …',
  },
  graphql: {
    invalid: 'fault INVALID, GraphQL error: …',
    absent: 'fault NOT_FOUND, GraphQL error: …',
    twice: 'fault CONFLICT, GraphQL error: …',
    pool: 'pool POOL, GraphQL error: …',
    broken: 'fault INTERNAL, GraphQL error: …',
  },
  rsocket: {
    invalid: 'fault APPLICATION_ERROR, RSocket APPLICATION_ERROR: invalid: …',
    absent: 'fault APPLICATION_ERROR, RSocket APPLICATION_ERROR: not-found: …',
    twice: 'fault APPLICATION_ERROR, RSocket APPLICATION_ERROR: conflict: …',
    pool: 'pool APPLICATION_ERROR, RSocket APPLICATION_ERROR: pool: …',
    broken: 'fault APPLICATION_ERROR, RSocket APPLICATION_ERROR: internal: …',
  },
};
const severalAtOnce: readonly Protocol[] = ['rest-h2', 'grpc', 'rsocket'];
const counted = (count: number) => ({ ...simpleThing, count });

describe.each(pairs)('$client $protocol', ({ protocol, client: kind }) => {
  const watch = samplerOptions();
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    const start = await protocolServices[protocol].service();
    service = await start(watch.options);
    client = await Client.open(protocol, kind, service.port);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  it('carries every message as it is, both ways, and counts each once', async () => {
    const before = watch.answers();
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const sent = { ...message, id: `i${String(message.id)}` };
        expectSame(await client.call('save', sent), sent);
      }),
      { numRuns: 40 },
    );
    expect(watch.answers() - before).toBe(40);
    const note = 'ä"\n'.repeat(500_000);
    const answer = await client.call('save', { ...simpleThing, note });
    expect(typeof answer === 'object' && answer.note === note).toBe(true);
  });

  it('asks with a path and a query where there are such', async () => {
    const asked = { id: 'a b/ä?', tags: ['x', 'y&z'], limit: -7, exact: true };
    const answer = await client.call('ask', asked);
    expectSame(typeof answer === 'object' ? answer.question : answer, asked);
    const bare = { id: 'c', tags: [], exact: false };
    const second = await client.call('ask', bare);
    expect(second).toMatchObject({ question: bare, things: [simpleThing, { parts: [] }] });
  });

  // Clients that write Protobuf notice by themselves.
  const writesText = !['grpc', 'rest-protobuf'].includes(protocol);
  it.runIf(writesText)('is told of a stamp of no day', async () => {
    const never = { ...simpleThing, soldAt: '2025-02-29T00:00:00.000' };
    expect(await client.call('save', never)).toContain('soldAt: expected a date such as');
  });

  it('sends nothing, and is answered with nothing', async () => {
    expectSame(await client.call('reset', {}), {});
  });

  it.each(Object.entries(reasons))('reports a refusal: %s', async (id, reason) => {
    const before = watch.answers();
    const expected = refusals[protocol][id as keyof Refusals].replace('…', reason);
    expect(await client.call('drop', { id })).toBe(expected);
    expectSame(await client.call('drop', { id: 'fine' }), {});
    expect(watch.answers() - before).toBe(2);
  });

  it.runIf(severalAtOnce.includes(protocol))('has many requests on one connection', async () => {
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    const answers = await Promise.all(numbers.map((count) => client.call('save', counted(count))));
    expect(answers).toMatchObject(numbers.map((count) => ({ count })));
  });

  it.runIf(isOffered(samplerOperation('count'), protocol))(
    'collects the messages of a streamed answer, which is one request',
    async () => {
      const before = watch.answers();
      const question = { id: 'n', tags: [], limit: 2000, exact: false };
      const items = Array.from({ length: 2000 }, (_, count) => counted(count));
      expectSame(await client.call('count', question), { items });
      expectSame(await client.call('count', { ...question, limit: 0 }), { items: [] });
      expect(watch.answers() - before).toBe(2);
    },
  );

  const sendsStreams = protocolFacts[protocol].streams.includes('request');
  it.runIf(sendsStreams && isOffered(samplerOperation('collect'), protocol))(
    'sends a stream of messages, which is made anew each time',
    async () => {
      const things = Array.from({ length: 50 }, (_, count) => counted(count));
      const question = { id: 'all', tags: [], exact: true };
      for (let time = 0; time < 2; time++) {
        expectSame(await client.stream('collect', () => things), { question, things });
      }
      expectSame(await client.stream('collect', () => []), { question, things: [] });
    },
  );
});

it.each(clientKinds)('RSocket has no route for what a client streams: %s', async (kind) => {
  const service = await (await protocolServices.rsocket.service())(samplerOptions().options);
  const client = await Client.open('rsocket', kind, service.port);
  const collect = () => client.driver.prepare(samplerOperation('collect'), simpleThing);
  expect(collect).toThrow(/one message/);
  client.close();
  await service.stop();
});

interface Arrived {
  readonly address: string;
  readonly body: Buffer;
}

/** What the data of an RSocket request is: nothing before it has a brace, neither the set-up nor the metadata. */
function dataOfRequest(socket: net.Socket, resolve: (arrived: Arrived) => void): void {
  let all = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    all = Buffer.concat([all, bytes]);
    const start = all.indexOf('{');
    if (start < 0) return;
    try {
      JSON.parse(all.toString('utf8', start));
    } catch {
      // More is to come.
      return;
    }
    resolve({ address: '', body: all.subarray(start) });
  });
}

/** What arrives at a server that answers nothing. */
async function arrivedAt(
  protocol: Protocol,
  kind: ClientKind,
  operation: OperationDescription,
  message: Message,
  workload: WorkloadDescription = sampler,
) {
  const { promise: arrived, resolve } = Promise.withResolvers<Arrived>();
  const take = async (request: http.IncomingMessage | http2.Http2ServerRequest) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    resolve({ address: `${request.method} ${request.url}`, body: Buffer.concat(parts) });
  };
  const server =
    protocol === 'rsocket'
      ? net.createServer((socket) => dataOfRequest(socket, resolve))
      : ['rest-h2', 'grpc'].includes(protocol)
        ? http2.createServer(take)
        : http.createServer(take);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const client = await Client.open(protocol, kind, port, workload);
  void client.request(operation, message);
  const request = await arrived;
  client.close();
  server.close();
  return request;
}

const isSaid = (value: unknown) =>
  value !== null && value !== 0 && value !== false && String(value) !== '';
const namesIn = (value: object) =>
  Object.entries(value).flatMap(([name, one]) => (isSaid(one) ? [name] : []));

const xml = new XMLParser({ removeNSPrefix: true, parseTagValue: false });

/** The fields in a body, once for each time that they are there. */
function bodyNames(
  protocol: Protocol,
  workload: WorkloadDescription,
  operation: OperationDescription,
  body: Buffer,
): string[] {
  if (protocol === 'grpc' || protocol === 'rest-protobuf') {
    const message = protocol === 'grpc' ? body.subarray(5) : body;
    return namesIn(protobufCodecs(workload)(operation.request).decode(message));
  }
  if (protocol === 'soap') {
    const { Envelope } = xml.parse(body);
    return namesIn(Object(Envelope.Body[`${operation.method}Request`]));
  }
  const value = body.length === 0 ? {} : JSON.parse(body.toString());
  return namesIn(protocol === 'graphql' ? Object(value.variables) : value);
}

/** The address of a request where its fields are in it, and the names of those fields. */
function addressOf({ http: { method, path, query } }: OperationDescription, request: Message) {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(request[name])),
  );
  const asked = query.flatMap((name) =>
    [request[name] ?? []].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  const address = `${method} ${filled}${asked.length > 0 ? '?' : ''}${asked.join('&')}`;
  return { address, names: [...inPath, ...query.filter((name) => request[name] !== undefined)] };
}

/** Every operation of a workload with one request, and the fifth that its first shape makes. */
function requestsOf(name: (typeof workloadNames)[number]) {
  const { shapes, requestsOf: of, data } = workloadOf(name);
  const setup = { text: 'ascii', seed: 1, fields: 'full', dates: 'full' } as const;
  const small = name === 'team' ? { fileBytes: 30_000 } : {};
  const made = shapes.map((shape) => of(shape.name, { ...setup, data: data.parse(small) }));
  const single = made.filter(({ operation }) => operation.stream !== 'request');
  const byName = Map.groupBy(single, ({ operation }) => operation.name);
  return [...byName.values()].flatMap(([first]) =>
    first ? [{ operation: first.operation, request: first.request(4) }] : [],
  );
}

describe.each(workloadNames)('requests of the workload %s', (name) => {
  const { description } = workloadOf(name);
  it.each(pairs)('have each field once: $client $protocol', async ({ protocol, client }) => {
    for (const { operation, request } of requestsOf(name)) {
      if (!isOffered(operation, protocol)) continue;
      const { address, body } = await arrivedAt(protocol, client, operation, request, description);
      const isResource = protocolFacts[protocol].style === 'resources';
      const inAddress = isResource ? addressOf(operation, request) : null;
      if (inAddress) expect(address).toBe(inAddress.address);
      const names = [
        ...(inAddress?.names ?? []),
        ...bodyNames(protocol, description, operation, body),
      ];
      expect(names.toSorted(), operation.name).toEqual(namesIn(request).toSorted());
    }
  });
});
