import http2 from 'node:http2';
import { createServer as createTlsServer } from 'node:tls';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceOrder } from '../../../contracts/found.ts';
import { scriptedHttp } from '../../../tests/support/driven.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { listen } from '../../../tests/support/loopback.ts';
import { portOf } from '../../../tests/support/port-of.ts';
import { readTypedAddress } from '../../../workloads/own-service/typed-address.ts';
import { issueAuthority, issueLeaf } from '../../platform/tls/issue.ts';
import type { FoundService } from '../found.ts';
import { atTyped } from './at-typed.ts';
import { discover } from './discover.ts';
import { askedKinds, placesOf } from './places.ts';
import { probe, speaksTls, whyClosed, whyNoHttp2 } from './probe.ts';

const typed = (address: string) => {
  const read = readTypedAddress(address);
  if (read === null) throw new Error(`${address} is no address`);
  return read;
};
const operation = (name: string) => ({
  ...{ name, doc: '', changes: false, call: {}, checks: [] },
});
const service = (part: Partial<FoundService> = {}): FoundService => ({
  ...{ protocol: 'rest', address: null, endpoint: {}, operations: [operation('a')], remarks: [] },
  ...part,
});
const never = new AbortController().signal;

describe('places', () => {
  it('are what was typed, below it, then the usual ones, each once', () => {
    const at = (kind: (typeof askedKinds)[number], address: string) =>
      placesOf(kind, typed(address));
    expect(askedKinds).toEqual(['openapi', 'wsdl', 'graphql']);
    expect(at('graphql', 'http://a:1/x//')).toEqual([
      ...[
        'http://a:1/x//',
        'http://a:1/x/graphql',
        'http://a:1/x/api/graphql',
        'http://a:1/x/query',
      ],
      ...['http://a:1/x/', 'http://a:1/graphql', 'http://a:1/api/graphql', 'http://a:1/query'],
      'http://a:1/',
    ]);
    expect(at('graphql', 'a:1')).toEqual([
      ...['http://a:1/', 'http://a:1/graphql', 'http://a:1/api/graphql', 'http://a:1/query'],
    ]);
    expect(at('wsdl', 'a:1/x').slice(0, 2)).toEqual(['http://a:1/x?wsdl', 'http://a:1/x/?wsdl']);
    expect(at('wsdl', 'a:1/x?y').slice(0, 2)).toEqual(['http://a:1/x?y', 'http://a:1/x/?wsdl']);
    expect(at('openapi', 'a:1/x?y').slice(0, 2)).toEqual([
      ...['http://a:1/x?y', 'http://a:1/x/openapi.json'],
    ]);
    expect(at('openapi', 'a:1')).toHaveLength(16);
  });
});

describe('a service at the typed address', () => {
  const remark = expect.stringContaining('http://b/v1?x; taken is http://a:1/v1?x, where');
  it.each<[string, string, Partial<FoundService>, Partial<FoundService>]>([
    ['its port', 'https://a:1/x', { protocol: 'grpc' }, { address: 'a:1', secure: true }],
    ['without TLS', 'a:1', { protocol: 'grpc', address: 'b:2' }, { address: 'a:1', secure: false }],
    ['no address', 'a:1/x', {}, { address: 'http://a:1' }],
    ['the same', 'a:1', { address: 'http://a:1/v1' }, { address: 'http://a:1/v1' }],
    ['a name', '[::1]:1', { address: 'http://localhost:1/' }, { address: 'http://localhost:1/' }],
    [
      'another',
      'a:1',
      { address: 'http://b/v1?x', remarks: ['r'] },
      { address: 'http://a:1/v1?x', remarks: [remark, 'r'] },
    ],
    ...['http://a:2/', 'https://a:1/', 'http://127.0.0.1:1'].map(
      (address): [string, string, Partial<FoundService>, Partial<FoundService>] => [
        ...([address, 'a:1', { address }] as const),
        { address: 'http://a:1', remarks: [expect.any(String)] },
      ],
    ),
    [
      'a query alone',
      'a:1',
      { address: 'http://b/?x' },
      { address: 'http://a:1/?x', remarks: [expect.any(String)] },
    ],
  ])('that says %s', (_what, address, said, expected) => {
    expect(atTyped(service(said), typed(address))).toEqual(service({ ...said, ...expected }));
  });
});

/** What a question finds at a server of one answer, or at a path of it. */
async function asked(
  kind: 'openapi' | 'wsdl' | 'graphql',
  answers: Readonly<Record<string, { status?: number; body?: string; location?: string }>>,
) {
  const { port, seen } = await scriptedHttp(1, (response, { line }) => {
    const { status = 200, body = '', location } = answers[line.split(' ')[1] ?? ''] ?? {};
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const found = await probe(`http://127.0.0.1:${port}/`, kind, { agent, signal: never });
  return { found, seen };
}

const wsdl = '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/">';

describe('an answer', () => {
  it.each([
    ['openapi', 'openapi: 3.1.0', 'openapi'],
    ['openapi', '{"swagger" : "2.0"}', 'openapi'],
    ['openapi', `${'x'.repeat(200_000)}\n{"openapi":"3.0"`, 'openapi'],
    ['openapi', '{"openapi":"4"}', null],
    ['openapi', '{"my-openapi":"3"}', null],
    ['openapi', '{"openapi":"30"}', null],
    ['openapi', wsdl, 'wsdl'],
    ['wsdl', '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">', 'wsdl'],
    ['wsdl', '<definitions xmlns="http://other/">', null],
    ['wsdl', '<mydefinitions xmlns="http://schemas.xmlsoap.org/wsdl/">', null],
    ['graphql', '{"data":{"__typename":"Query"}}', 'graphql'],
    ['graphql', '{"errors":[{"message":"no"}]}', 'graphql'],
    ['graphql', '{"errors":[{"message":"no"}],"status":400}', null],
    ['graphql', '{"errors":[{}]}', null],
    ['graphql', '{"errors":{"message":"no"}}', null],
    ['graphql', '{"data":{"__typename":7}}', null],
    ['graphql', 'null', null],
    ['graphql', '"x"', null],
    ['graphql', 'openapi: 3.1.0', null],
    ['graphql', `{"data":{"__typename":"Q"},"a":"${'x'.repeat(100_000)}"}`, null],
  ] as const)('to a question for %s that is %s looks like %s', async (kind, body, looksLike) => {
    const { found } = await asked(kind, { '/': { body } });
    expect(found).toEqual({ status: 200, looksLike, words: 'status 200' });
  });

  it('is taken by its status', async () => {
    const of = async (kind: 'openapi' | 'graphql', status: number, body: string) =>
      (await asked(kind, { '/': { status, body } })).found;
    expect(await of('openapi', 201, 'openapi: 3')).toEqual({
      ...{ status: 201, looksLike: null, words: 'status 201' },
    });
    const typename = '{"data":{"__typename":"Query"}}';
    expect(await of('graphql', 404, typename)).toMatchObject({ status: 404, looksLike: null });
    expect(await of('graphql', 400, typename)).toMatchObject({ status: 400, looksLike: 'graphql' });
  });

  it('is asked for as its kind wants', async () => {
    const [get] = (await asked('wsdl', {})).seen;
    expect([get?.line, get?.headers.accept, get?.body.toString()]).toEqual([
      ...['GET /', 'application/json, application/yaml, text/xml, */*', ''],
    ]);
    const [post] = (await asked('graphql', {})).seen;
    expect([post?.line, post?.headers['content-type'], post?.body.toString()]).toEqual([
      ...['POST /', 'application/json', '{"query":"{__typename}"}'],
    ]);
    expect(post?.headers.accept).toMatch(/^application\/graphql-response\+json, /);
  });

  it('leads on at the same host, three times', async () => {
    const to = (location: string) => ({ status: 302, location });
    const chain = { '/': to('/1'), '/1': to('/2'), '/2': to('3'), '/3': { body: 'openapi: 3' } };
    expect((await asked('openapi', chain)).found).toMatchObject({ looksLike: 'openapi' });
    const longer = await asked('openapi', {
      ...chain,
      '/3': to('/4'),
      '/4': { body: 'openapi: 3' },
    });
    expect(longer.found).toEqual({
      status: 302,
      looksLike: null,
      words: 'status 302, leads to /4',
    });
    expect(longer.seen).toHaveLength(4);
    const words = async (kind: 'openapi' | 'graphql', location: string, status = 399) => {
      const { found, seen } = await asked(kind, { '/': { status, location } });
      expect([found.looksLike, seen.length]).toEqual([null, 1]);
      return found.words;
    };
    expect(await words('graphql', '/1')).toBe('status 399, leads to /1');
    const away = (location: string) =>
      `status 399, leads elsewhere and is not followed: ${location.slice(0, 200)}`;
    const long = `http://localhost/${'x'.repeat(200)}`;
    for (const location of [long, 'ftp://127.0.0.1/', 'http://[']) {
      expect(await words('openapi', location)).toBe(away(location));
    }
    expect(await words('openapi', '/1', 400)).toBe('status 400');
    expect(await words('openapi', '/1', 299)).toBe('status 299');
  });
});

describe('no answer', () => {
  const agentOf = () => {
    const agent = new Agent();
    onTestFinished(() => agent.destroy());
    return agent;
  };
  const why = async (onSocket: Parameters<typeof listen>[0], signal = never) => {
    const { port, close } = await listen(onSocket);
    onTestFinished(close);
    return probe(`http://127.0.0.1:${port}/`, 'openapi', { agent: agentOf(), signal });
  };
  it('says why', async () => {
    expect(await why((socket) => socket.destroy())).toEqual({
      ...{ status: null, looksLike: null, words: 'it closed the connection' },
    });
    expect((await why((socket) => void socket.end('no HTTP'))).words).toBe(
      'it does not speak HTTP/1.1',
    );
    expect((await why(() => undefined, AbortSignal.abort())).words).toBe('no answer within 5 s');
    const port = await freePort();
    const gone = { agent: agentOf(), signal: never };
    expect((await probe(`http://127.0.0.1:${port}/`, 'wsdl', gone)).words).toBe(
      'nothing listens there',
    );
    expect(await whyClosed('127.0.0.1', port, never)).toBe('nothing listens there');
    // Its closing may be heard first.
    expect(await whyNoHttp2(`http://127.0.0.1:${port}`, never)).toMatch(
      /^(nothing listens there|it does not speak HTTP\/2)$/,
    );
    expect(await speaksTls('127.0.0.1', port, never)).toBe(false);
  });

  it('of HTTP/2, TLS or a port is told apart from one', async () => {
    const plain = await listen((socket) => void socket.end('no'));
    onTestFinished(plain.close);
    expect(await whyClosed('127.0.0.1', plain.port, never)).toBeNull();
    expect(await speaksTls('127.0.0.1', plain.port, never)).toBe(false);
    const origin = `http://127.0.0.1:${plain.port}`;
    expect(await whyNoHttp2(origin, never)).toBe('it does not speak HTTP/2');
    expect(await whyNoHttp2(origin, AbortSignal.abort())).toBe('no answer within 5 s');
    const second = await scriptedHttp(2, () => undefined);
    expect(await whyNoHttp2(`http://127.0.0.1:${second.port}`, never)).toBeNull();
    await expect.poll(second.open).toBe(0);
  });
});

describe('discovery', () => {
  /** Discovers a server whose paths answer as given; the reader knows which of them describe services. */
  async function look(
    answers: Readonly<Record<string, string | number>>,
    reads: (order: SourceOrder, port: number) => readonly FoundService[],
    target = '',
  ) {
    const { port, seen, open } = await scriptedHttp(1, (response, { line }) => {
      const answer = answers[line] ?? 404;
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(answer);
    });
    const orders: SourceOrder[] = [];
    const reader = async (order: SourceOrder) => {
      orders.push(order);
      return [...reads(order, port)];
    };
    const context = { folder: '/f', reader } as unknown as Parameters<typeof discover>[1];
    const input = { address: `127.0.0.1:${port}${target}`, mayAsk: false };
    const found = await discover(input, context);
    await expect.poll(open).toBe(0);
    const said = found.attempts.map(
      ({ asked, outcome, found }) =>
        `${found ? '+' : '-'} ${asked.replaceAll(`127.0.0.1:${port}`, 'h')}: ${outcome}`,
    );
    return { found, said, orders, seen: seen.map(({ line }) => line), port };
  }
  const refuse = () => {
    throw new Error(`it is\n${'x'.repeat(400)}`);
  };

  it('reads what it finds, kind after kind, and stops a kind that is found or unreadable twice', async () => {
    const two = [operation('a'), operation('b')];
    const { found, said, orders, port } = await look(
      {
        ...{ 'GET /': 'openapi: 3', 'GET /openapi.json': '{"openapi":"3.0"}' },
        ...{ 'GET /swagger.json': 'swagger: 2', 'GET /?wsdl': wsdl, 'GET /ws?wsdl': wsdl },
        ...{ 'GET /soap?wsdl': wsdl, 'GET /service?wsdl': 'openapi: 3' },
        'POST /graphql': '{"data":{"__typename":"Query"}}',
      },
      ({ source, given }) => {
        const [address = ''] = given;
        if (source === 'openapi') {
          return address.endsWith('/openapi.json')
            ? [service({ operations: two }), service({ protocol: 'rest' })]
            : [service({ operations: [] })];
        }
        if (source === 'wsdl') refuse();
        return [service({ protocol: 'graphql', operations: [] })];
      },
    );
    const cut = `it is ${'x'.repeat(293)}…`;
    expect(said).toEqual([
      '- GET http://h/: OpenAPI without an operation that can be measured',
      '+ GET http://h/openapi.json: OpenAPI, 3 operations',
      `- GET http://h/?wsdl: looks like WSDL, but ${cut}`,
      `- GET http://h/ws?wsdl: looks like WSDL, but ${cut}`,
      '- POST http://h/: status 404',
      expect.stringMatching(/^- POST http:\/\/h\/graphql: GraphQL.* without an operation/),
      ...['/api/graphql', '/query'].map((path) => `- POST http://h${path}: status 404`),
      '- gRPC reflection at h: it does not speak HTTP/2',
    ]);
    expect(orders[0]).toEqual({
      ...{ source: 'openapi', input: 'address', given: [`http://127.0.0.1:${port}/`] },
      ...{ folder: '/f', imports: [] },
    });
    expect(found.advice).toBeNull();
    expect(found.services.map(({ address, operations }) => [address, operations.length])).toEqual([
      [`http://127.0.0.1:${port}`, 2],
      [`http://127.0.0.1:${port}`, 1],
    ]);
  });

  it('takes an address that nothing describes as a request, where it succeeds', async () => {
    const { found, said, port } = await look(
      { 'GET /orders/7': '{"id":7}' },
      () => [],
      '/orders/7',
    );
    expect(said.at(-1)).toBe(
      '+ GET http://h/orders/7: answers (status 200): a request without a description',
    );
    expect(said[0]).toBe('- GET http://h/orders/7: an answer, but no OpenAPI');
    expect(found).toMatchObject({ address: `http://127.0.0.1:${port}/orders/7`, advice: null });
    expect(found.services.map(({ address, picked }) => [address, picked])).toEqual([
      [`http://127.0.0.1:${port}`, [true]],
    ]);
    const none = await look({ 'GET /orders/7': 300 }, () => [], '/orders/7');
    expect(none.found.services).toEqual([]);
    expect(none.found.advice).toMatch(/^Something answers at http:\/\/127\.0\.0\.1:\d+, and/);
    expect(none.seen.filter((line) => line === 'GET /orders/7')).toHaveLength(1);
  });

  it('asks over HTTP no more where HTTP is not answered, and for reflection where HTTP/2 is', async () => {
    const port = await portOf(http2.createServer());
    const orders: SourceOrder[] = [];
    const reader = async (order: SourceOrder) => {
      orders.push(order);
      return [service({ protocol: 'grpc' })];
    };
    const context = { folder: '', reader } as unknown as Parameters<typeof discover>[1];
    const found = await discover({ address: `grpc://127.0.0.1:${port}`, mayAsk: false }, context);
    expect(orders.map(({ source, given }) => [source, given])).toEqual([
      ['reflect', [`127.0.0.1:${port}`]],
    ]);
    expect(found.services).toMatchObject([{ address: `127.0.0.1:${port}`, secure: false }]);
    expect(found.attempts.map(({ found: good }) => good).at(-1)).toBe(true);
    expect(found.attempts[0]?.asked).toBe(`GET http://127.0.0.1:${port}/`);
  });

  it('takes https where only TLS is spoken', async () => {
    const authority = await issueAuthority();
    const { cert, key } = await issueLeaf(authority, { role: 'server', hosts: ['localhost'] });
    const server = createTlsServer({ cert, key }, (socket) => socket.on('error', () => undefined));
    const port = await portOf(server);
    const context = { folder: '' } as unknown as Parameters<typeof discover>[1];
    const whole = (address: string) => discover({ address, mayAsk: false }, context);
    const found = await whole(`127.0.0.1:${port}`);
    expect(found.address).toBe(`https://127.0.0.1:${port}/`);
    expect(found.attempts[0]).toEqual({
      asked: `GET http://127.0.0.1:${port}/`,
      ...{ outcome: 'only TLS is spoken there, so https is taken', found: false },
    });
    expect((await whole(`http://127.0.0.1:${port}`)).address).toBe(`http://127.0.0.1:${port}/`);
  });

  it('refuses what is no address, and hosts that are not confirmed', async () => {
    const context = { folder: '', confirmedHosts: [] } as unknown as Parameters<typeof discover>[1];
    const refused = (address: string) => discover({ address, mayAsk: false }, context);
    await expect(refused('two words')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
    await expect(refused('a.invalid')).rejects.toMatchObject({ code: 'HOST_NOT_CONFIRMED' });
    const port = await freePort();
    expect(await refused(`127.0.0.1:${port}/a`)).toEqual({
      ...{ address: `http://127.0.0.1:${port}`, services: [] },
      attempts: [
        {
          asked: `A connection to 127.0.0.1:${port}`,
          ...{ outcome: 'nothing listens there', found: false },
        },
      ],
      advice: expect.stringMatching(/^Nothing can be reached at 127\.0\.0\.1:\d+\. Start/),
    });
  });
});
