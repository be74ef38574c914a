import { parse, print } from 'graphql';
import protobuf from 'protobufjs';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerCheck } from '../../contracts/experiment/checks.ts';
import type { OwnServiceCall, TextCall } from '../../contracts/own-service.ts';
import { clientKinds, type Protocol } from '../../contracts/words.ts';
import { parseTarget } from '../../engine/run/address.ts';
import { ByteMeter } from '../../workers/byte-meter.ts';
import type { Failure, ReplySource } from '../../workers/drivers/driver.ts';
import { openOwnServiceDriver } from '../../workers/drivers/own-service/open.ts';
import type { OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import { ownServiceWorkload } from '../../workloads/own-service/workload.ts';
import { type OwnService, ownGrpcService, ownHttpService } from '../support/own-services.ts';

const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

interface Asked {
  readonly protocol: Protocol;
  readonly call: OwnServiceCall;
  readonly checks?: readonly AnswerCheck[];
  readonly schema?: object;
}

/** Result of a request in each client: the answer, or the kind of failure with its code. */
async function ask(service: OwnService, { protocol, call, checks = [], schema = {} }: Asked) {
  const custom = {
    requests: [
      {
        name: 'one',
        doc: '',
        changes: false,
        checks: { [protocol]: [...checks] },
        agree: [],
        calls: { [protocol]: call },
      },
    ],
    schemas: [JSON.stringify(schema)],
    ...{ mixes: [], flows: [], taken: [], data: [], secrets: [], tokens: [] },
  };
  const place = { ...parseTarget(service.address), tls: null };
  const { operation, request } = ownServiceWorkload(custom).requestsOf(
    'one',
    { seed: 1, text: 'ascii', data: {}, dates: 'full', fields: 'full' },
    protocol,
  );
  return Promise.all(
    clientKinds.map(async (client) => {
      const meter = new ByteMeter();
      const options = { service: custom, protocol, address: place, meter, resumption: false };
      const driver = await openOwnServiceDriver(client, options);
      const connection = driver.open();
      const lost = await new Promise<Failure | null>((done) => connection.connect(done));
      expect(lost).toBeNull();
      const { promise, resolve } = Promise.withResolvers<Failure | ReplySource | null>();
      const sink = {
        succeeded: (_size: number, reply: ReplySource | null) => resolve(reply),
        failed: resolve,
      };
      connection.send(driver.prepare(operation, request(7)), sink, true);
      const outcome = await promise;
      connection.close();
      driver.close();
      if (typeof outcome !== 'function') return `${outcome?.kind} ${outcome?.code}`;
      const { status, headers, body } = outcome() as unknown as OwnServiceAnswer;
      return { status, type: headers['content-type'], body };
    }),
  );
}

const text = (change: Partial<TextCall>): TextCall => ({
  kind: 'text',
  method: 'POST',
  target: '/a?b=%20{{sequence}}',
  headers: [['x-number', '{{sequence}}']],
  body: null,
  success: 'status',
  ...change,
});
const jsonType = ['content-type', 'application/json'] as const;
const json = (body: string, change: Partial<TextCall> = {}) =>
  text({ headers: [[...jsonType]], body: [{ text: body, escape: 'json' }], ...change });
const soap = (body: string) =>
  text({
    headers: [
      ['content-type', 'text/xml'],
      ['soapaction', '"do"'],
    ],
    body: [{ text: body, escape: 'xml' }],
    success: 'fault',
  });
const query = (document: string, operationName?: string) =>
  json(JSON.stringify({ query: document, operationName, variables: { b: 1, a: '{{sequence}}' } }), {
    success: 'errors',
  });

const envelope = (content: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
const fault = envelope(
  '<e:Fault><faultcode>e:Client</faultcode><faultstring>no</faultstring></e:Fault>',
);
const order = envelope(
  '<o:Order xmlns:o="urn:o" id="7"><o:note><![CDATA[<a>]]></o:note><n/></o:Order>',
);
const expecting = (status: number) => [{ status }];

interface Case {
  readonly what: string;
  readonly asked: Asked;
  readonly says: { readonly status: number; readonly body: string; readonly type?: string };
  /** The default answer. */
  readonly comes?: string;
}
const cases: readonly Case[] = [
  ...(['rest', 'rest-h2'] as const).flatMap((protocol): Case[] => [
    {
      what: `an answer of JSON over ${protocol}`,
      asked: { protocol, call: json('{"a":[1,{"b":"é"}]}', { method: 'PUT' }) },
      says: { status: 201, body: '{"n":12345678901234567890}' },
    },
    {
      what: `JSON that objects do not hold over ${protocol}`,
      asked: { protocol, call: json('{"n": 12345678901234567890}') },
      says: { status: 200, body: 'no JSON' },
    },
    {
      what: `no body and no type over ${protocol}`,
      asked: { protocol, call: text({ method: 'DELETE' }) },
      says: { status: 200, body: '', type: 'text/plain' },
    },
    {
      what: `a text of which axios would make another over ${protocol}`,
      asked: { protocol, call: json('"12"') },
      says: { status: 200, body: '"{}"' },
    },
    {
      what: `a status that is asked for over ${protocol}`,
      asked: { protocol, call: text({ method: 'GET' }), checks: expecting(404) },
      says: { status: 404, body: 'gone' },
    },
    {
      what: `another than is asked for over ${protocol}`,
      asked: { protocol, call: text({ method: 'GET' }), checks: expecting(201) },
      says: { status: 200, body: 'ok' },
      comes: 'status 200',
    },
    {
      what: `a redirect over ${protocol}`,
      asked: { protocol, call: text({ method: 'GET' }) },
      says: { status: 302, body: '' },
      comes: 'status 302',
    },
  ]),
  {
    what: 'fields that HTTP/2 has no place for',
    asked: {
      protocol: 'rest-h2',
      call: text({
        method: 'GET',
        headers: [
          ['te', 'gzip'],
          ['proxy-connection', 'close'],
          ['http2-settings', 'AA'],
        ],
      }),
    },
    says: { status: 200, body: '{}' },
  },
  {
    what: 'an envelope of any name',
    asked: { protocol: 'soap', call: soap(envelope('<Get>{{sequence}}</Get>')) },
    says: { status: 200, body: order, type: 'text/xml' },
  },
  {
    what: 'a fault',
    asked: { protocol: 'soap', call: soap(envelope('<Get/>')) },
    says: { status: 500, body: fault, type: 'text/xml' },
    comes: 'fault Client',
  },
  {
    what: 'a fault with a good status',
    asked: { protocol: 'soap', call: soap(envelope('<Get/>')) },
    says: { status: 200, body: fault, type: 'text/xml' },
    comes: 'fault Client',
  },
  {
    what: 'a fault that is asked for',
    asked: { protocol: 'soap', call: soap(envelope('<Get/>')), checks: expecting(500) },
    says: { status: 500, body: fault, type: 'text/xml' },
  },
  {
    what: 'data',
    asked: { protocol: 'graphql', call: query('{ a }') },
    says: { status: 200, body: '{"data":{"a":1}}' },
  },
  {
    what: 'the data of a mutation among others',
    asked: {
      protocol: 'graphql',
      call: query('query A { ...F } mutation B { a } fragment F on Query { a }', 'B'),
    },
    says: { status: 200, body: '{"data":{"a":1}}' },
  },
  {
    what: 'errors of GraphQL',
    asked: { protocol: 'graphql', call: query('{ a }') },
    says: { status: 200, body: '{"errors":[{"message":"no","extensions":{"code":"BAD"}}]}' },
    comes: 'fault BAD',
  },
  {
    what: 'errors of GraphQL with a status',
    asked: { protocol: 'graphql', call: query('{ a }') },
    says: { status: 400, body: '{"errors":[{"message":"no","extensions":{"code":"BAD"}}]}' },
    comes: 'fault BAD',
  },
  {
    what: 'a page that is no GraphQL, which is asked for',
    asked: { protocol: 'graphql', call: query('{ a }'), checks: expecting(404) },
    says: { status: 404, body: '<html>' },
  },
];

describe('the library client', () => {
  it.each(cases)('takes $what as the raw client does', async ({ asked, says, comes }) => {
    const service = await ownHttpService(() => says, asked.protocol === 'rest-h2' ? 2 : 1);
    services.push(service);
    const { type = 'application/json', ...answer } = says;
    const expected = comes ?? { ...answer, type };
    expect(await ask(service, asked)).toEqual([expected, expected]);
    const [raw, library] = service.seen.map(({ call, headers, body }) => ({
      call,
      type: headers['content-type'],
      host: headers.host ?? headers[':authority'],
      number: headers['x-number'],
      action: headers.soapaction,
      body: asked.protocol === 'graphql' ? meant(body) : body,
    }));
    expect(library).toEqual(raw);
    expect(service.seen).toHaveLength(2);
  });

  it.each([
    ['soap', soap(envelope('<Get/>'))],
    ['graphql', query('{ a }')],
  ] as const)(
    'finds a good answer over %s that cannot be read, without checks',
    async (protocol, call) => {
      const service = await ownHttpService(() => ({ status: 200, body: 'All is well <' }));
      services.push(service);
      const [, library] = await ask(service, { protocol, call });
      expect(library).toBe('mismatch UNDECODABLE');
    },
  );

  it('fails a request whose header Node does not send over HTTP/2', async () => {
    const service = await ownHttpService(() => ({ status: 200, body: '' }), 2);
    services.push(service);
    const call = text({ headers: [['a b', 'c']] });
    const [, library] = await ask(service, { protocol: 'rest-h2', call });
    expect(library).toBe('protocol ERR_INVALID_HTTP_TOKEN');
  });

  it('calls over gRPC as the raw client does', async () => {
    const proto =
      'syntax = "proto3"; service S { rpc Get (M) returns (M); rpc List (M) returns (stream M); } message M { int64 id = 1; bytes raw = 2; K kind = 3; enum K { NONE = 0; BIG = 1; } map<string, M> of = 4; optional double part = 5; }';
    const service = await ownGrpcService(proto, 'S', {
      Get: (message) => ({ ...message, id: '9007199254740993' }),
      List: (message) => [message, { id: 1 }],
    });
    services.push(service);
    const schema = protobuf.parse(proto, { keepCase: true }).root.toJSON();
    const call = (path: string, stream: 'none' | 'response' = 'none') =>
      ask(service, {
        protocol: 'grpc',
        schema,
        call: {
          kind: 'protobuf',
          path,
          metadata: [
            ['x-number', '{{sequence}}'],
            ['x-bits-bin', 'AQI='],
          ],
          message: { id: '{{sequence}}', raw: 'AAE=', kind: 'BIG', of: { a: { id: 2 } }, part: 0 },
          request: 'M',
          response: 'M',
          schema: 0,
          stream,
        },
      });
    const first = { raw: 'AAE=', kind: 'BIG', of: { a: { id: '2' } }, part: 0 };
    const [get, again] = await call('/S/Get');
    expect(again).toEqual(get);
    expect(get).toMatchObject({ status: 0 });
    expect(bodyOf(get)).toEqual({ id: '9007199254740993', ...first });
    const [list, listAgain] = await call('/S/List', 'response');
    expect(listAgain).toEqual(list);
    expect(bodyOf(list)).toEqual([{ id: '7', ...first }, { id: '1' }]);
    expect(await call('/S/Gone')).toEqual(['status UNIMPLEMENTED', 'status UNIMPLEMENTED']);
    const sent = service.seen.map(({ call: path, headers, body }) => [
      path,
      headers['x-number'],
      headers['x-bits-bin'],
      body,
    ]);
    expect(sent).toHaveLength(4);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[3]).toEqual(sent[2]);
  });
});

const bodyOf = (answer: unknown): unknown =>
  JSON.parse(String(Reflect.get(Object(answer), 'body')));

/** The library prints documents again, without unrequested operations, and sorts variables. */
function meant(body: string) {
  const { query: document, ...others } = JSON.parse(body) as { query: string };
  const { definitions } = parse(document);
  const asked = definitions.filter(
    (one) => one.kind !== 'OperationDefinition' || one.name?.value !== 'A',
  );
  return { ...others, document: asked.map((one) => print(one)) };
}
