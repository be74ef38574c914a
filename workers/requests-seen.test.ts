import { describe, expect, it } from 'vitest';
import type { OwnService, OwnServiceCall } from '../contracts/own-service.ts';
import type { Protocol } from '../contracts/words.ts';
import { makeCell } from '../tests/support/records.ts';
import { methodsOf } from './requests-seen.ts';

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
