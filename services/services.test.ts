import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, Server, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { protocolFacts } from '../contracts/protocols.ts';
import { protocols } from '../contracts/words.ts';
import { UnfitValue } from '../workloads/messages/canonical.ts';
import { callHandler, callStreamHandler, streamHandlerOf, unaryHandlerOf } from './answer.ts';
import { bodies, bodyBytesHere, bodyBytesVariable, countedBytes, HeldBody } from './body-memory.ts';
import { healthOfAll } from './cluster.ts';
import { complaintLimit } from './complaints.ts';
import { reportConnectionErrors } from './connection-errors.ts';
import { HealthMeter } from './health.ts';
import { namesTwoHosts } from './hosts.ts';
import { countBody, mayBeLarge } from './http-bodies.ts';
import { listen, OpenConnections, stopListening } from './listening.ts';
import { fileMessages, partsOf } from './parts.ts';
import { refusalKindOf } from './refusal-kind.ts';
import { protocolServices } from './registry.ts';
import { tlsServerOptions } from './tls/server-options.ts';
import { Conflict, InvalidInput, NotFound, PoolExhausted } from './workloads/refusals.ts';

describe('the health of a service', () => {
  const health = (cpuSeconds: number, heapBytes: number | null, requests: number | null) => ({
    cpuSeconds,
    rssBytes: cpuSeconds * 100,
    heapBytes,
    eventLoopUtilization: heapBytes === null ? null : cpuSeconds / 10,
    requests,
  });

  it('is the sum of its processes, and the average of their event loops', () => {
    expect(healthOfAll(health(1, 10, 1000), [health(2, 20, 5), health(3, 30, 7)])).toEqual({
      cpuSeconds: 6,
      rssBytes: 600,
      heapBytes: 60,
      eventLoopUtilization: 0.25,
      requests: 12,
    });
    expect(healthOfAll(health(1, null, 9), [health(2, null, null), health(4, 7, 1)])).toEqual({
      cpuSeconds: 7,
      rssBytes: 700,
      heapBytes: 7,
      eventLoopUtilization: 0.2,
      requests: 1,
    });
    expect(healthOfAll(health(1, 10, 1000), [])).toMatchObject({
      cpuSeconds: 1,
      heapBytes: 10,
      eventLoopUtilization: 0,
      requests: 0,
    });
  });

  it('counts from its beginning, in seconds and bytes', () => {
    const meter = new HealthMeter();
    const work = () => {
      const until = process.cpuUsage().user + process.cpuUsage().system + 20_000;
      while (process.cpuUsage().user + process.cpuUsage().system < until);
    };
    meter.countAnswer();
    meter.countAnswer();
    work();
    const first = meter.measure();
    expect(first.requests).toBe(2);
    expect(first.cpuSeconds).toBeGreaterThan(0.0199);
    expect(first.cpuSeconds).toBeLessThan(600);
    expect(first.rssBytes).toBeGreaterThan(first.heapBytes ?? Number.POSITIVE_INFINITY);
    expect(first.heapBytes).toBeGreaterThan(1e6);
    expect(first.eventLoopUtilization).toBeGreaterThanOrEqual(0);
    expect(first.eventLoopUtilization).toBeLessThanOrEqual(1);
    // Others in this process may work meanwhile, but hardly always.
    const begun = Array.from({ length: 50 }, () => {
      meter.begin();
      return meter.measure();
    });
    expect(begun.map(({ requests }) => requests)).toEqual(begun.map(() => 2));
    expect(Math.min(...begun.map(({ cpuSeconds }) => cpuSeconds))).toBeLessThan(first.cpuSeconds);
    work();
    // From the beginning, and not from the last call.
    expect(meter.measure().cpuSeconds).toBeGreaterThan(0.0199);
    expect(meter.measure().cpuSeconds).toBeGreaterThan(0.0199);
  });
});

describe('connections', () => {
  it('are reported when they fail before a request, unless the client has left', () => {
    const server = new Server();
    const reports: string[] = [];
    reportConnectionErrors(server, (message) => reports.push(message));
    const error = (code?: string) => Object.assign(new Error('why'), { code });
    const socket = { remotePort: 4321 } as Socket;
    server.emit('clientError', error('HPE_INVALID'), socket);
    server.emit('tlsClientError', error('ERR_SSL'), {});
    server.emit('tlsClientError', error());
    for (const code of ['ECONNRESET', 'EPIPE']) {
      server.emit('clientError', error(code), socket);
      server.emit('tlsClientError', error(code), socket);
    }
    expect(reports).toEqual([
      'Not understood as HTTP, from port 4321: HPE_INVALID why',
      'TLS handshake failed: ERR_SSL why',
      'TLS handshake failed:  why',
    ]);
  });

  it('end with their server, also those that come later', async () => {
    const server = createServer();
    const connections = new OpenConnections().watch(server);
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const [first, gone] = [0, 1].map(() => connect(port, '127.0.0.1').resume());
    await Promise.all([first, gone].map((one) => one && once(one, 'connect')));
    gone?.destroy();
    await Promise.all([first && once(first, 'close'), stopListening(server, connections)]);
    const late = new PassThrough() as unknown as Socket;
    connections.add(late);
    expect(late.destroyed).toBe(true);
  });

  it('are not listened for where something listens', async () => {
    const server = createServer();
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    expect(port).toBeGreaterThan(0);
    await expect(listen(createServer(), { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

it.each([
  [['Host', 'a'], false],
  [['Host', 'a', 'X', 'host'], false],
  [['Host', 'a', 'HOST', 'a'], true],
  [['Most', 'a', 'host', 'b'], false],
  [['x', 'y', 'hoST', 'a', 'Host', 'b', 'Host', 'c'], true],
  [[], false],
])('finds in %j more than one host: %j', (rawHeaders, expected) => {
  expect(namesTwoHosts({ rawHeaders } as unknown as IncomingMessage)).toBe(expected);
});

describe('bodies over HTTP', () => {
  it.each([
    ['POST', { 'content-length': '4096' }, 1, false],
    ['POST', { 'content-length': '4097' }, 1, true],
    ['GET', { 'content-length': '4097' }, 1, true],
    ['POST', {}, 1, false],
    ['POST', { 'transfer-encoding': 'chunked' }, 1, true],
    ['GET', { 'transfer-encoding': 'chunked' }, 1, false],
    ['HEAD', {}, 2, false],
    ['GET', {}, 2, false],
    ['POST', {}, 2, true],
  ])('%s with %j over HTTP/%i may be large: %j', (method, headers, httpVersionMajor, expected) => {
    expect(mayBeLarge({ method, headers, httpVersionMajor } as unknown as IncomingMessage)).toBe(
      expected,
    );
  });

  function counted() {
    const request = Object.assign(new PassThrough(), { socket: new EventEmitter() });
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    const refused: string[] = [];
    countBody(request as never, response as never, (error) => refused.push(error.name));
    const before = bodies.held;
    const send = (octets: number) => {
      request.emit('data', Buffer.alloc(octets));
      return bodies.held - before;
    };
    return { request, response, refused, send, held: () => bodies.held - before };
  }

  it('count until their answer is complete, or their connection closed', () => {
    const one = counted();
    expect(one.send(countedBytes)).toBe(0);
    const held = one.send(1);
    expect(held).toBeGreaterThan(countedBytes);
    one.response.emit('close');
    expect(one.held()).toBe(0);
    expect(one.send(10_000)).toBe(0);
    const other = counted();
    expect(other.send(5000)).toBeGreaterThan(5000);
    other.request.socket.emit('close');
    expect(other.held()).toBe(0);
    expect(
      other.request.socket.listenerCount('close') + other.response.listenerCount('close'),
    ).toBe(0);
  });

  it('are released when they are answered before their end', () => {
    const one = counted();
    one.send(5000);
    one.response.writableEnded = true;
    expect(one.send(1)).toBe(0);
    expect(one.request.listenerCount('data')).toBe(0);
  });

  it('are refused once where there is no memory, and read on', () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    others.take(bodies.limit - bodies.held - 6000);
    const one = counted();
    one.request.pause();
    expect(one.send(5000)).toBeGreaterThan(5000);
    expect(one.send(5000)).toBe(0);
    expect(one.send(5000)).toBe(0);
    expect(one.refused).toEqual(['BodiesTooLarge']);
    expect(one.request.isPaused()).toBe(false);
  });
});

it('takes the memory for bodies from its variable, if that is a number above 0', () => {
  const before = process.env[bodyBytesVariable];
  onTestFinished(() => {
    if (before === undefined) delete process.env[bodyBytesVariable];
    else process.env[bodyBytesVariable] = before;
  });
  delete process.env[bodyBytesVariable];
  const usual = bodyBytesHere();
  expect(usual).toBeGreaterThanOrEqual(2 ** 28);
  expect(bodyBytesHere(1000)).toBe(2 ** 28);
  for (const [value, expected] of [
    ['1', 1],
    ['12345', 12_345],
    ['0', usual],
    ['-1', usual],
    ['x', usual],
  ] as const) {
    process.env[bodyBytesVariable] = value;
    expect(bodyBytesHere()).toBe(expected);
  }
});

it('shortens complaints to 300 characters', () => {
  const reports: string[] = [];
  const complain = complaintLimit((message) => reports.push(message));
  for (const length of [300, 301]) complain('x'.repeat(length));
  expect(reports).toEqual(['x'.repeat(300), 'x'.repeat(300)]);
});

describe('handlers', () => {
  function outcome() {
    const told: unknown[] = [];
    return {
      told,
      answered: (answer: unknown) => told.push(['answered', answer]),
      refused: (error: unknown) => told.push(['refused', String(error)]),
    };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('answer at once or later, or refuse in either way', async () => {
    const broken = new Error('broken');
    for (const [handle, read, expected, isLater] of [
      [(request: object) => request, () => ({ id: 1 }), ['answered', { id: 1 }], false],
      [async () => ({ id: 2 }), () => ({}), ['answered', { id: 2 }], true],
      [
        () => {
          throw broken;
        },
        () => ({}),
        ['refused', 'Error: broken'],
        false,
      ],
      [async () => Promise.reject(broken), () => ({}), ['refused', 'Error: broken'], true],
      [
        () => ({}),
        () => {
          throw broken;
        },
        ['refused', 'Error: broken'],
        false,
      ],
    ] as const) {
      const one = outcome();
      callHandler(handle as never, read, one);
      expect(one.told).toEqual(isLater ? [] : [expected]);
      await settled();
      expect(one.told).toEqual([expected]);
    }
  });

  it('of streams are refused where they throw, or where reading does', async () => {
    async function* failing() {
      yield { id: 1 };
      throw new InvalidInput('no message');
    }
    const all = async (requests: AsyncIterable<object>) => {
      const read: object[] = [];
      for await (const request of requests) read.push(request);
      return { read: read as never };
    };
    const throws = () => {
      throw new Error('at once');
    };
    const good = async function* () {
      yield { id: 1 };
    };
    for (const [handle, requests, expected] of [
      [all, good(), ['answered', { read: [{ id: 1 }] }]],
      [all, failing(), ['refused', 'InvalidInput: no message']],
      [throws, good(), ['refused', 'Error: at once']],
    ] as const) {
      const one = outcome();
      callStreamHandler(handle as never, requests, one);
      await settled();
      expect(one.told).toEqual([expected]);
    }
  });

  it('are found by the name of their operation', () => {
    const handlers = { one: () => ({}) };
    expect(unaryHandlerOf(handlers, 'one')).toBe(handlers.one);
    expect(streamHandlerOf(handlers, 'one')).toBe(handlers.one);
    for (const find of [unaryHandlerOf, streamHandlerOf]) {
      expect(() => find(handlers, 'two')).toThrow(
        new TypeError('the workload has no handler for two'),
      );
    }
  });
});

it.each([
  [new InvalidInput('x'), 'invalid'],
  [new UnfitValue('x', 'y'), 'invalid'],
  [new NotFound('x'), 'not-found'],
  [new Conflict('x'), 'conflict'],
  [new PoolExhausted('x'), 'pool'],
  [new Error('x'), 'internal'],
  [undefined, 'internal'],
])('calls %s %s', (error, kind) => {
  expect(refusalKindOf(error)).toBe(kind);
});

it('reads a file in parts, and leaves the rest where it is', async () => {
  const body = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  const read: unknown[] = [];
  for await (const message of fileMessages('content', partsOf(body))) {
    read.push(message);
    break;
  }
  expect(read).toEqual([{ content: new Uint8Array([97, 98]) }]);
  expect(body.destroyed).toBe(false);
  const piece = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  for await (const { part } of fileMessages('part', [piece])) {
    expect(part).toEqual(new Uint8Array([2, 3]));
  }
});

it('makes TLS of the order, mutual where it names an authority', () => {
  const versions = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as const;
  const tls = { cert: 'c', key: 'k', clientCa: null, ...versions };
  expect(tlsServerOptions(tls)).toEqual({ cert: 'c', key: 'k', ...versions });
  expect(tlsServerOptions({ ...tls, clientCa: 'a' })).toEqual({
    cert: 'c',
    key: 'k',
    ...versions,
    ca: 'a',
    requestCert: true,
    rejectUnauthorized: true,
  });
});

it('has other starts for each protocol, and a gateway by its transport', async () => {
  const starts = new Set<unknown>();
  for (const protocol of protocols) {
    const { service, null: none, gateway } = protocolServices[protocol];
    starts.add(await service()).add(await none());
    const expected =
      protocol === 'rsocket'
        ? 'startRSocketGateway'
        : ['grpc', 'rest-h2'].includes(protocol)
          ? 'startHttp2Gateway'
          : 'startHttp1Gateway';
    expect((await gateway()).name).toBe(expected);
  }
  expect(starts.size).toBe(2 * protocols.length);
  expect(Object.keys(protocolServices).sort()).toEqual(Object.keys(protocolFacts).sort());
});
