/* One file, because all probes are asked of the same kinds of servers, in the same words. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2, type ServerHttp2Stream } from 'node:http2';
import { connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../../contracts/service-messages.ts';
import { protocols } from '../../../contracts/words.ts';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import {
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../../protocols/rsocket/frames.ts';
import { errorFrame, keepaliveFrame, makeRsocketFrame } from '../../../protocols/rsocket/write.ts';
import { protocolServices } from '../../../services/registry.ts';
import { openWorkload } from '../../../services/workloads/registry.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { portOf } from '../../../tests/support/port-of.ts';
import { removeTestIdentities, serverCa, serverTls } from '../../../tests/support/service.ts';
import { workloadOf } from '../../../workloads/registry.ts';
import { handling } from '../registry.ts';
import { boundedStream } from './bounded-stream.ts';
import { checkAddress } from './check-address.ts';
import { DeadlineError, within } from './deadline.ts';
import type { ProbedPlace } from './finding.ts';

afterAll(removeTestIdentities);

async function place(port: number, more: Partial<ProbedPlace> = {}): Promise<ProbedPlace> {
  const again = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return {
    socket: await again(),
    again,
    authority: `127.0.0.1:${port}`,
    basePath: '',
    secure: false,
    ...more,
  };
}

/** A server that answers the first octets with others, and closes or not. */
function octets(answer: string | Buffer, closes = true): Server {
  return createTcp((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (closes ? socket.end(answer) : socket.write(answer)));
  });
}

const serve = (answer: RequestListener) => createServer(answer);
const http = (status: number, body = '', headers = {}) =>
  serve((request, response) => {
    response.writeHead(status, headers).end(body.replace('URL', request.url ?? ''));
  });

describe.each(protocols)('the probe of %s', (protocol) => {
  it('recognises our own service, and says so of a step', async () => {
    const workload = protocol === 'soap' ? 'team' : 'product';
    const setup = serviceSetupSchema.parse({});
    const { handlers } = await openWorkload(workload, setup);
    const service = await (await protocolServices[protocol].service())({
      host: '127.0.0.1',
      port: 0,
      tls: null,
      workload: workloadOf(workload).description,
      handlers,
      formats: 'separate',
      countAnswer: () => undefined,
      pause: (act) => act(),
      onClientError: () => undefined,
    });
    onTestFinished(() => service.stop());
    const words = {
      rest: 'GET /health is answered like a Wirebench service.',
      'rest-h2': 'GET /health is answered over HTTP/2 like a Wirebench service.',
      'rest-protobuf': 'GET /health is answered like a Wirebench service.',
      soap: 'The WSDL at /soap/team is that of the team service.',
      grpc: 'The service uses gRPC and reports that it is serving.',
      graphql: 'POST /graphql is answered as GraphQL.',
      rsocket: 'The service uses RSocket and answers that it is alive.',
    }[protocol];
    const found = await handling[protocol].probe(await place(service.port));
    expect(found).toEqual({ outcome: 'ok', words });
    const address = ['grpc', 'rsocket'].includes(protocol)
      ? `127.0.0.1:${service.port}`
      : `http://127.0.0.1:${service.port}`;
    const report = await checkAddress({ protocol, address, tls: false }, { authority: '' });
    expect(report).toMatchObject({ protocol, address, verdict: 'reachable' });
    expect(report.steps.map(({ step, outcome, words }) => [step, outcome, words])).toEqual([
      ['resolve', 'ok', '127.0.0.1 is already an address.'],
      ['connect', 'ok', `Port ${service.port} accepts connections.`],
      ['probe', 'ok', words],
    ]);
  });

  it('tells that nothing is answered', async () => {
    const port = await portOf(createTcp((socket) => socket.once('data', () => socket.destroy())));
    const found = await handling[protocol].probe(await place(port));
    expect(found).toEqual({
      outcome: 'failed',
      words: 'The connection was closed without an answer.',
    });
  });
});

const doubt = 'Requests may come back as errors.';

it.each([
  [200, '{"status":"ok"}', 'ok', 'GET /base/health is answered like a Wirebench service.'],
  [
    200,
    ' {\n"status" : "ok", "x": 1}',
    'ok',
    'GET /base/health is answered like a Wirebench service.',
  ],
  [
    201,
    '{"status":"ok"}',
    'doubtful',
    `The service uses HTTP (status 201, server “its own”), but GET /base/health is not answered like a Wirebench REST service. ${doubt}`,
  ],
  [
    200,
    '{"status":"bad"}',
    'doubtful',
    `The service uses HTTP (status 200, server “its own”), but GET /base/health is not answered like a Wirebench REST service. ${doubt}`,
  ],
])('REST is told by the status %i and the body %s', async (status, body, outcome, words) => {
  const port = await portOf(http(status, body, { server: 'its own' }));
  const found = await handling.rest.probe(await place(port, { basePath: '/base' }));
  expect(found).toEqual({ outcome, words });
});

it.each([
  [200, '{"data":{"__typename":"Query"}}', 'ok', 'POST /graphql is answered as GraphQL.'],
  [
    400,
    '{"data":{"__typename":"Query"}}',
    'doubtful',
    `The service uses HTTP (status 400), but POST /graphql is not answered as GraphQL. ${doubt}`,
  ],
  [
    200,
    '{"data":{}}',
    'doubtful',
    `The service uses HTTP (status 200), but POST /graphql is not answered as GraphQL. ${doubt}`,
  ],
])('GraphQL is told by the status %i and the body %s', async (status, body, outcome, words) => {
  let asked = '';
  const server = serve(async (request, response) => {
    const { method, url, headers } = request;
    asked = `${method} ${url} ${headers['content-type']} ${headers['user-agent']} ${headers.host} `;
    for await (const part of request) asked += part;
    response.writeHead(status).end(body);
  });
  const port = await portOf(server);
  expect(await handling.graphql.probe(await place(port))).toEqual({ outcome, words });
  expect(asked).toBe(
    `POST /graphql application/json wirebench 127.0.0.1:${port} {"query":"{ __typename }"}`,
  );
});

it.each([
  ['nonsense\r\n\r\n', /^The answer is not HTTP: “.+”\.$/],
  [
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
    /^The header of the answer is incomplete; it was cut off\.$/,
  ],
  ['', /^The connection was closed without an answer\.$/],
])('HTTP is told from the octets %.20j', async (answer, words) => {
  const found = await handling.rest.probe(await place(await portOf(octets(answer))));
  expect(found).toEqual({ outcome: 'failed', words: expect.stringMatching(words) });
});

describe('HTTP/2', () => {
  async function http2(answer: (stream: ServerHttp2Stream) => void) {
    const server = createHttp2();
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      answer(stream);
    });
    return place(await portOf(server), { basePath: '/b' });
  }

  it.each([
    [
      200,
      '{"status":"ok"}',
      'ok',
      'GET /b/health is answered over HTTP/2 like a Wirebench service.',
    ],
    [
      404,
      'x'.repeat(2000),
      'doubtful',
      `The service uses HTTP/2 (status 404), but GET /b/health is not answered like a Wirebench REST service. ${doubt}`,
    ],
  ])('is told by the status %i', async (status, body, outcome, words) => {
    const found = await handling['rest-h2'].probe(
      await http2((stream) => {
        stream.respond({ ':status': status });
        stream.end(body);
      }),
    );
    expect(found).toEqual({ outcome, words });
  });

  it('of gRPC is told by a message that is too long', async () => {
    const probed = await http2((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
      stream.write(Buffer.alloc(2000));
    });
    expect(await handling.grpc.probe(probed)).toEqual({
      outcome: 'doubtful',
      words: 'The service uses gRPC, but reports its health as status unknown.',
    });
  });

  it('is told from what is none', async () => {
    const answer = 'HTTP/1.1 400 Bad Request\r\n\r\n';
    for (const protocol of ['rest-h2', 'grpc'] as const) {
      const found = await handling[protocol].probe(await place(await portOf(octets(answer))));
      expect(found).toEqual({
        outcome: 'failed',
        words: expect.stringMatching(/^This port does not use HTTP\/2: “.+”\.$/),
      });
    }
  });

  const grpc = 'application/grpc+proto';

  /** What is found of a service that answers over HTTP/2. @param message null for none. */
  async function found(
    head: { ':status': number; 'content-type': string },
    message: readonly number[] | null,
    status: string,
  ) {
    const probed = await http2((stream) => {
      if (message === null) {
        stream.respond({ ...head, 'grpc-status': status }, { endStream: true });
        return;
      }
      stream.respond(head, { waitForTrailers: true });
      stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
      stream.end(prefixMessage(Buffer.from(message)));
    });
    return await handling.grpc.probe(probed);
  }

  it.each([
    [[8, 1], '0', 'ok', ' and reports that it is serving'],
    [[8, 2], '0', 'doubtful', ', but reports its health as not serving'],
    [[8, 1], '14', 'doubtful', ', but reports its health as status 14'],
    [[8, 1], 'x', 'doubtful', ', but reports its health as status unknown'],
    [null, '12', 'doubtful', ', but does not report its health, so what it serves is unknown'],
  ])(
    'of gRPC reports its health by the message %j and the status %s',
    async (message, status, outcome, words) => {
      expect(await found({ ':status': 200, 'content-type': grpc }, message, status)).toEqual({
        outcome,
        words: `The service uses gRPC${words}.`,
      });
    },
  );

  it.each([
    [200, 'text/html'],
    [503, grpc],
  ])('with the status %i and the type %s is not of gRPC', async (status, type) => {
    expect(await found({ ':status': status, 'content-type': type }, [8, 1], '0')).toEqual({
      outcome: 'doubtful',
      words: `The service uses HTTP/2 (status ${status}), but not gRPC. ${doubt}`,
    });
  });
});

it.each([
  [
    keepaliveFrame(false, Buffer.from('wirebench')),
    'ok',
    'The service uses RSocket and answers that it is alive.',
  ],
  [
    keepaliveFrame(false, Buffer.from('other')),
    'doubtful',
    'The service uses RSocket, but a KEEPALIVE came back changed.',
  ],
  [
    errorFrame(0, rsocketErrorCodes.rejectedSetup, 'no "room"'),
    'doubtful',
    'The service uses RSocket, but refuses the connection: REJECTED_SETUP, “no "room"”.',
  ],
  [
    makeRsocketFrame(rsocketFrameTypes.payload, rsocketFlags.next, 1, Buffer.from('x')),
    'failed',
    'This port does not use RSocket: PAYLOAD came unrequested.',
  ],
  [
    Buffer.alloc(65_537, 0),
    'failed',
    'This port does not use RSocket: more was sent than requested.',
  ],
  [
    Buffer.from('HTTP/1.1 400 Bad Request\r\n'),
    'failed',
    expect.stringMatching(/^This port does not use RSocket: .+\.$|^The connection was closed/),
  ],
])('RSocket is told by the octets %#', async (answer, outcome, words) => {
  const found = await handling.rsocket.probe(await place(await portOf(octets(answer))));
  expect(found.outcome).toBe(outcome);
  // Octets may come in pieces.
  if (answer.length < 65_000) expect(found.words).toEqual(words);
  else expect(found.words).toMatch(/^This port does not use RSocket: /);
});

it('there is no WSDL of a workload anywhere', async () => {
  const found = await handling.soap.probe(await place(await portOf(http(200, '<URL/>'))));
  expect(found).toEqual({
    outcome: 'doubtful',
    words: `The service uses HTTP (status 200), but there is no WSDL of any workload at /soap/WORKLOAD. ${doubt}`,
  });
});

describe('a check of an address', () => {
  const check = (address: string, more: object = {}, options: object = {}) =>
    checkAddress({ protocol: 'rest', address, tls: false, ...more } as never, {
      authority: '',
      ...options,
    });
  const told = async (...given: Parameters<typeof check>) => {
    const { verdict, steps } = await check(...given);
    return [verdict, ...steps.map(({ step, outcome, words }) => [step, outcome, words])];
  };

  it('ends at what is no address, and at a port where nothing is', async () => {
    expect(await told('nonsense')).toEqual([
      'unreachable',
      ['resolve', 'failed', '“nonsense” is not an address: expected http://host:port.'],
    ]);
    expect(await told('http://x:1', { protocol: 'grpc' })).toEqual([
      'unreachable',
      ['resolve', 'failed', '“http://x:1” is not an address: expected host:port.'],
    ]);
    const port = await freePort();
    expect(await told(`http://127.0.0.1:${port}`)).toEqual([
      'unreachable',
      ['resolve', 'ok', '127.0.0.1 is already an address.'],
      ['connect', 'failed', 'Nothing is listening on this port (ECONNREFUSED).'],
    ]);
  });

  it('looks up a name, and doubts an answer', async () => {
    const port = await portOf(http(404));
    const [verdict, resolved, connected, probed] = await told(`http://localhost:${port}/base`);
    expect([verdict, connected]).toEqual([
      'doubtful',
      ['connect', 'ok', `Port ${port} accepts connections.`],
    ]);
    expect(resolved).toEqual([
      'resolve',
      'ok',
      expect.stringMatching(/^“localhost” is (127\.0\.0\.1|::1)\.$/),
    ]);
    expect(probed).toEqual([
      'probe',
      'doubtful',
      expect.stringContaining('GET /base/health is not'),
    ]);
  });

  it('gives up a silent service in time', async () => {
    const port = await portOf(createTcp((socket) => socket.on('error', () => undefined)));
    const limits = { resolve: 3000, connect: 3000, tls: 3000, probe: 20 };
    expect((await told(`http://127.0.0.1:${port}`, {}, { limits })).at(-1)).toEqual([
      'probe',
      'failed',
      'No answer within 0.02 s.',
    ]);
    const slow = { ...limits, tls: 20 };
    expect(
      (await told(`https://127.0.0.1:${port}`, { tls: true }, { limits: slow })).at(-1),
    ).toEqual(['tls', 'failed', 'No answer within 0.02 s.']);
  });

  describe('over TLS', () => {
    let port: number;
    let authority: string;
    beforeAll(async () => {
      const tls = await serverTls('tls1.2');
      authority = await serverCa();
      const service = await (await protocolServices.rest.null())({
        host: '127.0.0.1',
        port: 0,
        tls,
        countAnswer: () => undefined,
      } as never);
      ({ port } = service);
      return () => service.stop();
    });

    it('trusts its certificate by the authority, or doubts it', async () => {
      const ask = async (options: object) =>
        (await told(`https://127.0.0.1:${port}`, { tls: true }, options))[3];
      expect(await ask({ authority })).toEqual([
        'tls',
        'ok',
        expect.stringMatching(/^TLSv1\.2: trusted certificate of “.+”, until \d{4}-\d\d-\d\d\.$/),
      ]);
      const doubted = await ask({ authority: '' }).catch(String);
      expect(JSON.stringify(doubted)).toMatch(/doubtful|failed|PEM/);
    });

    it('says that there is no TLS', async () => {
      const plain = await portOf(http(200));
      expect(
        (await told(`https://127.0.0.1:${plain}`, { tls: true }, { authority })).at(-1),
      ).toEqual([
        'tls',
        'failed',
        expect.stringMatching(/not use TLS|closed in the handshake|cut off/),
      ]);
    });
  });
});

describe('a deadline', () => {
  it('passes an end on, and ends what takes longer', async () => {
    expect(await within(1000, async () => 5)).toBe(5);
    await expect(within(1000, async () => Promise.reject(new Error('own')))).rejects.toThrow('own');
    let abandoned = 0;
    const late = within(
      5,
      () => new Promise(() => undefined),
      () => abandoned++,
    );
    await expect(late).rejects.toThrow(new DeadlineError(0.005));
    expect(abandoned).toBe(1);
    expect(new DeadlineError(1.5)).toMatchObject({
      name: 'DeadlineError',
      message: 'No answer within 1.5 s',
    });
  });
});

describe('a bounded stream', () => {
  const source = () => {
    const written: string[] = [];
    const socket = new Duplex({
      read: () => undefined,
      write: (piece, _encoding, done) => done(void written.push(String(piece))),
    });
    return { socket, written };
  };

  it('passes on as many octets as its limit, and no more', async () => {
    const { socket, written } = source();
    const bounded = boundedStream(socket, 10);
    bounded.write('sent');
    const read: string[] = [];
    bounded.on('data', (piece) => read.push(String(piece)));
    socket.push('12345');
    socket.push('67890');
    await expect.poll(() => read.join('')).toBe('1234567890');
    expect([written, bounded.destroyed]).toEqual([['sent'], false]);
    const failed = once(bounded, 'error');
    socket.push('1');
    expect(String(await failed)).toContain('more was sent than requested');
    expect(socket.destroyed).toBe(true);
  });

  it('ends with its source, in both directions', async () => {
    const { socket } = source();
    const bounded = boundedStream(socket, 10);
    const finished = once(socket, 'finish');
    bounded.end();
    await finished;
    const ended = once(bounded.resume(), 'end');
    socket.push(null);
    await ended;
    const other = source();
    const stream = boundedStream(other.socket, 10);
    other.socket.destroy();
    await once(stream, 'close');
  });
});
