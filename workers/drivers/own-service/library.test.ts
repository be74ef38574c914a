import { gzipSync } from 'node:zlib';
import { parse, print } from 'graphql';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import type { OwnServiceCall, TextCall } from '../../../contracts/own-service.ts';
import { clientKinds, type Protocol } from '../../../contracts/words.ts';
import { parseTarget } from '../../../engine/run/address.ts';
import { connect, OneOutcome, type Outcome } from '../../../tests/support/loopback.ts';
import {
  envelope,
  type OwnService,
  ownGrpcService,
  ownHttpService,
} from '../../../tests/support/own-services.ts';
import { answerOctets, type OwnServiceAnswer } from '../../../workloads/own-service/judge.ts';
import { ownServiceWorkload } from '../../../workloads/own-service/workload.ts';
import { ByteMeter } from '../../byte-meter.ts';
import type { ReplySource } from '../driver.ts';
import { openOwnServiceDriver } from './open.ts';

/** Results of a request in each client: the answer with its size, or the failure. */
async function ask(
  service: OwnService,
  protocol: Protocol,
  call: OwnServiceCall,
  { wanted = 0, schema = {}, basePath = '/base' } = {},
) {
  const checks = { [protocol]: wanted ? [{ status: wanted }] : [] };
  const request = { name: 'one', doc: '', changes: false, checks, agree: [] };
  const custom = {
    requests: [{ ...request, calls: { [protocol]: call } }],
    schemas: [JSON.stringify(schema)],
    ...{ mixes: [], flows: [], taken: [], data: [], secrets: [], tokens: [] },
  };
  const setup = { seed: 1, text: 'ascii', data: {}, dates: 'full', fields: 'full' } as const;
  const { operation, request: make } = ownServiceWorkload(custom).requestsOf(
    'one',
    setup,
    protocol,
  );
  const outcomes: (Said | string)[] = [];
  for (const client of clientKinds) {
    const driver = await openOwnServiceDriver(client, {
      ...{ service: custom, protocol, meter: new ByteMeter(), resumption: false },
      address: { ...parseTarget(service.address), tls: null, basePath },
    });
    const connection = driver.open();
    expect(await connect(connection)).toBeNull();
    const outcome = async (wantReply: boolean) => {
      const sink = new OneOutcome();
      connection.send(driver.prepare(operation, make(7)), sink, wantReply);
      return await sink.outcome;
    };
    const [kept, unkept] = [await outcome(true), await outcome(false)];
    connection.close();
    driver.close();
    outcomes.push(saidBy(kept));
    if ('failure' in kept) expect(unkept).toEqual(kept);
    else expect(unkept).toEqual({ size: kept.size, reply: null });
  }
  return outcomes;
}

type Said = ReturnType<typeof readAnswer>;

function readAnswer(size: number, reply: ReplySource | null) {
  const answer = reply?.() as unknown as OwnServiceAnswer;
  const { status, headers, body } = answer;
  const octets = Buffer.from(answer[answerOctets] ?? []).toString('hex');
  return { status, type: headers['content-type'], body, octets, size };
}

function saidBy(outcome: Outcome): Said | string {
  if (!('failure' in outcome)) return readAnswer(outcome.size, outcome.reply);
  const { kind, code, message } = outcome.failure;
  return `${kind} ${code}: ${message}`;
}

const text = (change: Partial<TextCall>): TextCall => ({
  ...{ kind: 'text', method: 'POST', target: '/a?b=%20{{sequence}}', body: null },
  ...{ headers: [['x-number', '{{sequence}}']], success: 'status' },
  ...change,
});
const get = text({ method: 'GET' });
const json = (body: string, change: Partial<TextCall> = {}) =>
  text({
    headers: [['content-type', 'application/json']],
    body: [{ text: body, escape: 'json' }],
    ...change,
  });
const soap = (body: string) =>
  text({
    headers: Object.entries({ 'content-type': 'text/xml', soapaction: '"do"' }),
    body: [{ text: envelope(body), escape: 'xml' }],
    success: 'fault',
  });
const query = (document: string, operationName?: string) =>
  json(JSON.stringify({ query: document, operationName, variables: { b: 1, a: '{{sequence}}' } }), {
    success: 'errors',
  });
const fault = envelope(
  '<e:Fault><faultcode>e:Client</faultcode><faultstring>no</faultstring></e:Fault>',
);
const order = envelope(
  '<o:Order xmlns:o="urn:o" id="7"><o:note><![CDATA[<a>]]></o:note><n/></o:Order>',
);
const errors = '{"errors":[{"message":"no","extensions":{"code":"BAD"}}]}';
const refused = Object.entries({
  ...{ te: 'gzip', 'proxy-connection': 'close', 'http2-settings': 'AA' },
});

type Case = [
  what: string,
  protocol: Protocol,
  call: TextCall,
  status: number,
  body: string,
  more?: { readonly type?: string; readonly wanted?: number; readonly comes?: string | string[] },
];
const long = 'é'.repeat(400);
const invalid = 'HTTP 400: {"errors":3}';
const cases: readonly Case[] = [
  ...(['rest', 'rest-h2'] as const).flatMap((on): Case[] => [
    ['JSON', on, json('{"a":[1,{"b":"é"}]}', { method: 'PUT' }), 201, '{"n":12345678901234567890}'],
    ['JSON that objects do not hold', on, json('{"n": 12345678901234567890}'), 200, 'no JSON'],
    ['no body and no type', on, text({ method: 'DELETE' }), 200, '', { type: 'text/plain' }],
    ['a text of which axios would make another', on, json('"12"'), 200, '"{}"'],
    ['null', on, json('null'), 299, 'null'],
    [
      'two pieces',
      on,
      text({
        body: [
          { text: '{"a":', escape: 'none' },
          { text: '1}', escape: 'json' },
        ],
      }),
      200,
      '1',
    ],
    ['a host of its own', on, text({ headers: [['host', 'own.example:1']] }), 200, '{}'],
    ['a status that is asked for', on, get, 404, 'gone', { wanted: 404 }],
    [
      'another than is asked for',
      on,
      get,
      200,
      'ok',
      { wanted: 201, comes: 'status 200: HTTP 200, expected 201' },
    ],
    [
      'a failing one instead',
      on,
      get,
      500,
      'no',
      { wanted: 201, comes: 'status 500: HTTP 500: no' },
    ],
    ['a redirect', on, get, 302, '', { comes: 'status 302: HTTP 302' }],
    ['a refusal', on, get, 400, long, { comes: `status 400: HTTP 400: ${long.slice(0, 300)}` }],
    ['words of others', on, get, 200, '"errors" Fault'],
  ]),
  ['fields without a place', 'rest-h2', text({ method: 'GET', headers: refused }), 200, '{}'],
  ['an envelope of any name', 'soap', soap('<Get>{{sequence}}</Get>'), 200, order],
  ['a fault', 'soap', soap('<Get/>'), 500, fault, { comes: 'fault Client: SOAP fault: no' }],
  [
    'a fault with a good status',
    'soap',
    soap('<Get/>'),
    200,
    fault,
    { comes: 'fault Client: SOAP fault: no' },
  ],
  ['a fault that is asked for', 'soap', soap('<Get/>'), 500, fault, { wanted: 500 }],
  ['no fault', 'soap', soap('<Get/>'), 503, 'Fault', { comes: 'status 503: HTTP 503: Fault' }],
  ['data', 'graphql', query('{ a }'), 200, '{"data":{"a":1}}'],
  [
    ...(['the data of a mutation among others', 'graphql'] as const),
    query('query A { ...F } mutation B { a } fragment F on Query { a }', 'B'),
    ...([200, '{"data":{"a":1}}'] as const),
  ],
  ['errors', 'graphql', query('{ a }'), 200, errors, { comes: 'fault BAD: GraphQL error: no' }],
  [
    'errors with a status',
    'graphql',
    query('{ a }'),
    400,
    errors,
    { comes: 'fault BAD: GraphQL error: no' },
  ],
  [
    'errors that are none',
    'graphql',
    query('{ a }'),
    400,
    '{"errors":3}',
    { comes: `status 400: ${invalid}` },
  ],
  [
    'errors that are cut',
    'graphql',
    query('{ a }'),
    502,
    '{"errors":[',
    { comes: 'status 502: HTTP 502: {"errors":[' },
  ],
  ['another page that is asked for', 'graphql', query('{ a }'), 404, 'a page', { wanted: 404 }],
];

describe('the library client', () => {
  it.each(cases)('takes %s over %s as the raw client does', async (...one) => {
    const [, protocol, call, status, body, { type, wanted = 0, comes } = {}] = one;
    const answer = { status, body, ...(type && { type }) };
    const service = await ownHttpService(() => answer, protocol === 'rest-h2' ? 2 : 1);
    const octets = Buffer.from(body).toString('hex');
    const expected = (size: number) =>
      comes ?? {
        type: protocol === 'soap' ? 'text/xml' : 'application/json',
        ...answer,
        octets,
        size,
      };
    expect(await ask(service, protocol, call, { wanted })).toEqual([
      expected(Buffer.byteLength(body)),
      expected(body.length),
    ]);
    const [raw, ...others] = service.seen.map((seen) => ({
      call: seen.call,
      type: seen.headers['content-type'],
      host: seen.headers.host ?? seen.headers[':authority'],
      number: seen.headers['x-number'],
      action: seen.headers.soapaction,
      body: protocol === 'graphql' ? meant(seen.body) : seen.body,
    }));
    const own = call.headers.find(([name]) => name === 'host')?.[1];
    expect(raw).toMatchObject({
      call: `${call.method} /base/a?b=%207`,
      host: own ?? service.address.replace('http://', ''),
      number: call.headers.some(([name]) => name === 'x-number') ? '7' : undefined,
    });
    expect(others).toEqual([raw, raw, raw]);
  });

  it.each([
    ['soap', soap('<Get/>')],
    ['graphql', query('{ a }')],
  ] as const)('finds a good answer over %s that cannot be read', async (protocol, call) => {
    const service = await ownHttpService(() => 'All is well <');
    const [, library] = await ask(service, protocol, call);
    expect(library).toMatch(/^mismatch UNDECODABLE: The answer cannot be decoded: ./);
  });

  it.each<[Protocol, TextCall]>([
    ['rest', get],
    ['rest-h2', get],
    ['soap', soap('<Get/>')],
    ['graphql', query('{ a }')],
  ])('undoes a coding over %s, or says that it does not', async (protocol, call) => {
    const version = protocol === 'rest-h2' ? 2 : 1;
    const body = protocol === 'soap' ? order : '{"data":{}}';
    const type = protocol === 'soap' ? 'text/xml' : 'application/json';
    const coded = { body: gzipSync(body), coding: 'gzip', type };
    const zipped = await ownHttpService(() => coded, version);
    const [raw, library] = await ask(zipped, protocol, call);
    expect(raw).toMatchObject({ status: 200, body, size: coded.body.length });
    // Node's own client undoes none.
    if (protocol === 'rest-h2') expect(library).toMatch(/^protocol HTTP_ENCODING: .*: gzip\)/);
    else expect(library).toMatchObject({ status: 200, body, size: body.length });
    const odd = await ownHttpService(() => ({ body, type, coding: 'odd' }), version);
    const refusal = expect.stringMatching(/^protocol HTTP_ENCODING: .*\(content-encoding: odd\)/);
    expect(await ask(odd, protocol, call)).toEqual([refusal, refusal]);
  });

  it('fails a request whose header Node does not send over HTTP/2', async () => {
    const service = await ownHttpService(() => '', 2);
    const [, library] = await ask(service, 'rest-h2', text({ headers: [['a b', 'c']] }));
    expect(library).toMatch(/^protocol ERR_INVALID_HTTP_TOKEN: ./);
  });

  it('calls over gRPC as the raw client does', async () => {
    const proto = `syntax = "proto3"; service S { rpc Get (M) returns (M); rpc List (M) returns (stream M); }
      message M { int64 id = 1; bytes raw = 2; K kind = 3; enum K { NONE = 0; BIG = 1; } map<string, M> of = 4; optional double part = 5; }`;
    const service = await ownGrpcService(proto, 'S', {
      Get: (message) => ({ ...message, id: '9007199254740993' }),
      List: (message) => [message, { id: 1 }],
    });
    const schema = protobuf.parse(proto, { keepCase: true }).root.toJSON();
    const first = { raw: 'AAE=', kind: 'BIG', of: { a: { id: '2' } }, part: 0 };
    const call = async (path: string, stream: 'none' | 'response' = 'none', wanted = 0) => {
      const metadata = Object.entries({ 'x-number': '{{sequence}}', 'x-bits-bin': 'AQI=' });
      const message = { ...first, id: '{{sequence}}' };
      const types = { request: 'M', response: 'M', schema: 0 };
      const sent = { kind: 'protobuf', path, metadata, message, ...types, stream } as const;
      const [raw, library] = await ask(service, 'grpc', sent, { schema, wanted });
      if (typeof raw !== 'object' || typeof library !== 'object') return [raw, library];
      const { body, size, octets, ...others } = raw;
      expect(library).toEqual({ ...raw, size: library.size });
      // Each message of a stream has a prefix, which is not of its size.
      const prefixes = stream === 'none' ? 0 : 5 * library.size;
      if (wanted === 0) expect(octets.length / 2).toBe(size + prefixes);
      return { ...others, body: body && (JSON.parse(body) as unknown), size: library.size };
    };
    const answered = { ...first, id: '9007199254740993' };
    expect(await call('/S/Get')).toMatchObject({ status: 0, body: answered, size: 1 });
    const list = [{ id: '7', ...first }, { id: '1' }];
    expect(await call('/S/List', 'response')).toMatchObject({ status: 0, body: list, size: 2 });
    const gone = expect.stringMatching(/^status UNIMPLEMENTED: gRPC UNIMPLEMENTED: ./);
    for (const wanted of [0, 5])
      expect(await call('/S/Gone', 'none', wanted)).toEqual([gone, gone]);
    expect(await call('/S/Gone', 'none', 12)).toMatchObject({ status: 12, body: '' });
    const unwanted = (code: string) => `status OK: gRPC OK instead of ${code}`;
    for (const [wanted, code] of [
      [5, 'NOT_FOUND'],
      [99, 'STATUS_99'],
    ] as const) {
      expect(await call('/S/Get', 'none', wanted)).toEqual([unwanted(code), unwanted(code)]);
      expect(await call('/S/List', 'response', wanted)).toEqual([unwanted(code), unwanted(code)]);
    }
    const seen = service.seen.map(({ call: path, headers, body }) => {
      return JSON.stringify([path, headers['x-number'], headers['x-bits-bin'], JSON.parse(body)]);
    });
    const [one = ''] = seen;
    expect(JSON.parse(one)).toEqual([
      '/S/Get',
      '7',
      { type: 'Buffer', data: [1, 2] },
      expect.objectContaining({ id: '7', kind: 1, of: { a: { id: '2' } } }),
    ]);
    expect([...new Set(seen)]).toEqual([one, one.replace('Get', 'List')]);
    expect(seen).toHaveLength(8 + 16);
  });
});

/** The library prints documents again, without unrequested operations, and sorts variables. */
function meant(body: string) {
  const { query: document, ...others } = JSON.parse(body) as { query: string };
  const asked = parse(document).definitions.filter(
    (one) => one.kind !== 'OperationDefinition' || one.name?.value !== 'A',
  );
  return { ...others, document: asked.map((one) => print(one)) };
}
