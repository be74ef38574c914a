import { parse, print } from 'graphql';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import type { OwnServiceCall, TextCall } from '../../contracts/own-service.ts';
import { clientKinds, type Protocol } from '../../contracts/words.ts';
import { parseTarget } from '../../engine/run/address.ts';
import { ByteMeter } from '../../workers/byte-meter.ts';
import type { Failure, ReplySource } from '../../workers/drivers/driver.ts';
import { openOwnServiceDriver } from '../../workers/drivers/own-service/open.ts';
import type { OwnServiceAnswer } from '../../workloads/own-service/judge.ts';
import { ownServiceWorkload } from '../../workloads/own-service/workload.ts';
import {
  envelope,
  type OwnService,
  ownGrpcService,
  ownHttpService,
} from '../support/own-services.ts';

/** Results of a request in each client: the answer, or the kind of failure with its code. */
async function ask(
  service: OwnService,
  protocol: Protocol,
  call: OwnServiceCall,
  { wanted = 0, schema = {} } = {},
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
  return Promise.all(
    clientKinds.map(async (client) => {
      const driver = await openOwnServiceDriver(client, {
        ...{ service: custom, protocol, meter: new ByteMeter(), resumption: false },
        address: { ...parseTarget(service.address), tls: null },
      });
      const connection = driver.open();
      expect(await new Promise((done) => connection.connect(done))).toBeNull();
      const { promise, resolve } = Promise.withResolvers<Failure | ReplySource | null>();
      const sink = {
        succeeded: (_size: number, reply: ReplySource | null) => resolve(reply),
        failed: resolve,
      };
      connection.send(driver.prepare(operation, make(7)), sink, true);
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
  more?: { readonly type?: string; readonly wanted?: number; readonly comes?: string },
];
const cases: readonly Case[] = [
  ...(['rest', 'rest-h2'] as const).flatMap((on): Case[] => [
    ['JSON', on, json('{"a":[1,{"b":"é"}]}', { method: 'PUT' }), 201, '{"n":12345678901234567890}'],
    ['JSON that objects do not hold', on, json('{"n": 12345678901234567890}'), 200, 'no JSON'],
    ['no body and no type', on, text({ method: 'DELETE' }), 200, '', { type: 'text/plain' }],
    ['a text of which axios would make another', on, json('"12"'), 200, '"{}"'],
    ['a status that is asked for', on, get, 404, 'gone', { wanted: 404 }],
    ['another than is asked for', on, get, 200, 'ok', { wanted: 201, comes: 'status 200' }],
    ['a redirect', on, get, 302, '', { comes: 'status 302' }],
  ]),
  ['fields without a place', 'rest-h2', text({ method: 'GET', headers: refused }), 200, '{}'],
  ['an envelope of any name', 'soap', soap('<Get>{{sequence}}</Get>'), 200, order],
  ['a fault', 'soap', soap('<Get/>'), 500, fault, { comes: 'fault Client' }],
  ['a fault with a good status', 'soap', soap('<Get/>'), 200, fault, { comes: 'fault Client' }],
  ['a fault that is asked for', 'soap', soap('<Get/>'), 500, fault, { wanted: 500 }],
  ['data', 'graphql', query('{ a }'), 200, '{"data":{"a":1}}'],
  [
    ...(['the data of a mutation among others', 'graphql'] as const),
    query('query A { ...F } mutation B { a } fragment F on Query { a }', 'B'),
    ...([200, '{"data":{"a":1}}'] as const),
  ],
  ['errors', 'graphql', query('{ a }'), 200, errors, { comes: 'fault BAD' }],
  ['errors with a status', 'graphql', query('{ a }'), 400, errors, { comes: 'fault BAD' }],
  ['another page that is asked for', 'graphql', query('{ a }'), 404, 'a page', { wanted: 404 }],
];

describe('the library client', () => {
  it.each(cases)('takes %s over %s as the raw client does', async (...one) => {
    const [, protocol, call, status, body, { type, wanted = 0, comes } = {}] = one;
    const answer = { status, body, ...(type && { type }) };
    const service = await ownHttpService(() => answer, protocol === 'rest-h2' ? 2 : 1);
    const expected = comes ?? {
      type: protocol === 'soap' ? 'text/xml' : 'application/json',
      ...answer,
    };
    expect(await ask(service, protocol, call, { wanted })).toEqual([expected, expected]);
    const [raw, library] = service.seen.map((seen) => ({
      call: seen.call,
      type: seen.headers['content-type'],
      host: seen.headers.host ?? seen.headers[':authority'],
      number: seen.headers['x-number'],
      action: seen.headers.soapaction,
      body: protocol === 'graphql' ? meant(seen.body) : seen.body,
    }));
    expect(library).toEqual(raw);
    expect(service.seen).toHaveLength(2);
  });

  it.each([
    ['soap', soap('<Get/>')],
    ['graphql', query('{ a }')],
  ] as const)('finds a good answer over %s that cannot be read', async (protocol, call) => {
    const service = await ownHttpService(() => 'All is well <');
    expect((await ask(service, protocol, call))[1]).toBe('mismatch UNDECODABLE');
  });

  it('fails a request whose header Node does not send over HTTP/2', async () => {
    const service = await ownHttpService(() => '', 2);
    const [, library] = await ask(service, 'rest-h2', text({ headers: [['a b', 'c']] }));
    expect(library).toBe('protocol ERR_INVALID_HTTP_TOKEN');
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
    const call = async (path: string, stream: 'none' | 'response' = 'none') => {
      const metadata = Object.entries({ 'x-number': '{{sequence}}', 'x-bits-bin': 'AQI=' });
      const message = { ...first, id: '{{sequence}}' };
      const types = { request: 'M', response: 'M', schema: 0 };
      const sent = { kind: 'protobuf', path, metadata, message, ...types, stream } as const;
      const [raw, library] = await ask(service, 'grpc', sent, { schema });
      expect(library).toEqual(raw);
      return typeof raw === 'object' ? { ...raw, body: JSON.parse(raw.body) as unknown } : raw;
    };
    const answered = { ...first, id: '9007199254740993' };
    expect(await call('/S/Get')).toMatchObject({ status: 0, body: answered });
    const list = [{ id: '7', ...first }, { id: '1' }];
    expect(await call('/S/List', 'response')).toMatchObject({ body: list });
    expect(await call('/S/Gone')).toBe('status UNIMPLEMENTED');
    const [one, again, other, otherAgain, ...more] = service.seen.map(
      ({ call: path, headers, body }) => {
        return [path, headers['x-number'], headers['x-bits-bin'], body];
      },
    );
    expect([again, otherAgain, more]).toEqual([one, other, []]);
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
