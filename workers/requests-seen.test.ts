import { describe, expect, it } from 'vitest';
import type { OwnService, OwnServiceCall } from '../contracts/own-service.ts';
import type { Protocol } from '../contracts/words.ts';
import { plainAddress } from '../tests/support/loopback.ts';
import { echoOperation } from '../tests/support/product.ts';
import { makeCell } from '../tests/support/records.ts';
import { exchangeOf, methodsOf } from './requests-seen.ts';
import { SeenExchange } from './seen-exchange.ts';

const text = (method: string, body = ''): OwnServiceCall => ({
  ...{ kind: 'text', method, target: '/', headers: [], success: 'status' },
  body: body === '' ? null : [{ text: body, escape: 'json' }],
});
const procedure: OwnServiceCall = {
  ...{
    kind: 'protobuf',
    path: '/a.B/Get',
    metadata: [],
    message: {},
    request: 'a.Q',
    response: 'a.A',
  },
  ...{ schema: 0, stream: 'none' },
};

function methods(protocol: Protocol, calls: Record<string, OwnServiceCall>, changes = false) {
  const requests = Object.entries(calls).map(([name, call]) => ({
    ...{ name, doc: '', changes, checks: {}, agree: [] },
    calls: { [protocol]: call },
  }));
  const parts = requests.map(({ name }) => ({ request: name, weight: 1 }));
  const custom: OwnService = {
    ...{ requests, mixes: [{ name: 'all', parts }], flows: [], taken: [], data: [] },
    ...{ schemas: [], secrets: [], tokens: [] },
  };
  return methodsOf({ cell: makeCell({ protocol, shape: 'all' }), custom }, null);
}

describe('methodsOf an own service', () => {
  it('knows from the method whether a resource is only read', () => {
    expect(methods('rest', { a: text('GET') })).toEqual({ methods: ['GET'], reads: true });
    expect(methods('rest', { a: text('QUERY') })).toEqual({ methods: ['QUERY'], reads: true });
    expect(methods('rest', { a: text('DELETE') })).toEqual({ methods: ['DELETE'], reads: false });
    expect(methods('rest', { a: text('POST') })).toEqual({ methods: ['POST'], reads: null });
    expect(methods('rest', { a: text('POST') }, true).reads).toBe(false);
  });

  it('knows a mutation from a query', () => {
    const query = (document: string) => text('POST', JSON.stringify({ query: document }));
    expect(methods('graphql', { a: query('{ order { id } }') }).reads).toBe(true);
    expect(methods('graphql', { a: query('\n mutation { pay }') }).reads).toBe(false);
  });

  it('does not know what a procedure does', () => {
    expect(methods('grpc', { a: procedure })).toEqual({ methods: ['POST'], reads: null });
  });

  it('joins the requests of a mix, which changes something if any does', () => {
    expect(methods('rest', { a: text('GET'), b: text('PUT') })).toEqual({
      methods: ['GET', 'PUT'],
      reads: false,
    });
    expect(methods('rest', { a: text('GET'), b: text('POST') }).reads).toBeNull();
  });
});

it('knows the requests of a flow and a single one, and those that a protocol lacks', () => {
  const requests = ['PUT', 'GET', 'DELETE'].map((method) => ({
    ...{ name: method.toLowerCase(), doc: '', changes: false, checks: {}, agree: [] },
    calls: { rest: text(method) },
  }));
  const steps = ['get', 'delete'].map((request) => ({ request, take: [] }));
  const flow = { name: 'buy', setup: [], steps, doc: '' };
  const custom = {
    ...{
      requests,
      mixes: [],
      flows: [flow],
      taken: [],
      data: [],
      schemas: [],
      secrets: [],
      tokens: [],
    },
  } as unknown as OwnService;
  const of = (shape: string, protocol: Protocol = 'rest') =>
    methodsOf({ cell: makeCell({ protocol, shape }), custom }, null);
  expect(of('buy')).toEqual({ methods: ['DELETE', 'GET'], reads: false });
  expect(of('get')).toEqual({ methods: ['GET'], reads: true });
  expect(of('get', 'soap')).toEqual({ methods: [], reads: null });
});

it.each<[Protocol, string, boolean, string]>([
  ['rest', 'GET', false, 'GET'],
  ['rest-h2', 'PUT', true, 'PUT'],
  ['soap', 'GET', false, 'POST'],
  ['graphql', 'GET', false, 'POST'],
  ['grpc', 'GET', true, 'POST'],
  ['rsocket', 'GET', false, 'none'],
])(
  'the operation of a workload over %s by %s, changing: %j, is a %s',
  (protocol, method, changes, expected) => {
    const http = { ...echoOperation.http, method } as typeof echoOperation.http;
    const operation = { ...echoOperation, http, changes };
    const cell = makeCell({ protocol });
    expect(methodsOf({ cell }, operation)).toEqual({ methods: [expected], reads: !changes });
    expect(methodsOf({ cell }, null)).toEqual({ methods: [], reads: null });
  },
);

it.each<[Protocol, string | null, object]>([
  ['rest', '1.1', { http: ['1.1'], codings: ['none'], cached: [] }],
  ['rest', null, { http: [], codings: [], cached: null }],
  ['rest-h2', null, { http: ['2'], codings: [], cached: null }],
  ['grpc', '1.0', { http: ['1.0'], codings: ['none'], cached: [] }],
  ['rsocket', '1.1', { http: ['none'], codings: ['none'], cached: [] }],
])('an exchange over %s in which HTTP %s was seen', (protocol, version, expected) => {
  const seen = new SeenExchange();
  seen.secured('TLSv1.3', 'X');
  if (version !== null && seen.wantsHead()) seen.head(version, []);
  const methods = { methods: ['GET'], reads: true };
  const cell = makeCell({ protocol });
  const address = plainAddress(1);
  expect(exchangeOf({ cell, address }, seen, methods)).toEqual({
    ...expected,
    ...methods,
    tls: ['none'],
  });
  const secure = { ...address, tls: {} as never };
  expect(exchangeOf({ cell, address: secure }, seen, methods).tls).toEqual(['TLSv1.3 X']);
});
