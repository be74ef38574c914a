import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import type { Endpoint, WrittenCall } from '../../contracts/experiment/service.ts';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import { authHeaders, digestName, tokenName } from './auth.ts';
import { resolveCall } from './calls.ts';
import { MessageSchemas } from './proto/schemas.ts';

const files = memoryFiles({ 'a.bin': 'octets' });

/** A call in its final form. */
async function resolved(written: WrittenCall, endpoint: Partial<Endpoint> = {}) {
  const { root } = protobuf.parse(
    'syntax = "proto3"; service S { rpc Get (M) returns (stream N); } message M { string a = 1; } message N {}',
  );
  const call = await resolveCall(written, {
    protocol: 'soap',
    endpoint: { address: 'http://a/b', ...endpoint },
    schemas: async () => new MessageSchemas(root, 3),
    files,
  });
  return call;
}

/** The same of a call over HTTP, and its body as one text. */
async function text(written: WrittenCall, endpoint: Partial<Endpoint> = {}) {
  const call = await resolved(written, endpoint);
  if (call.kind !== 'text') throw new Error('no text');
  const { method, target, headers, body, success } = call;
  const pieces = body?.map((one) =>
    'text' in one ? [one.text, one.escape] : Buffer.from(one.octets).toString(),
  );
  return { method, target, headers: headers.map((one) => one.join(': ')), pieces, success };
}
type Resource = Extract<WrittenCall, { kind: 'resource' }>['call'];
const resource = (call: Partial<Resource>, endpoint: Partial<Endpoint> = {}) =>
  text({ kind: 'resource', call: { path: '/p', ...call } }, endpoint);

const json = 'content-type: application/json';

describe('a resource', () => {
  it.each<[Partial<Resource>, Partial<Awaited<ReturnType<typeof text>>>]>([
    [{}, { method: 'GET', target: '/p', headers: [], pieces: undefined, success: 'status' }],
    [{ path: '/é b/{{x y}}' }, { target: '/%C3%A9%20b/{{x y}}' }],
    [{ query: { a: 'x y', 'b&': ['1', '{{c}}'] } }, { target: '/p?a=x%20y&b%26=1&b%26={{c}}' }],
    [{ path: '/p?z', query: { a: '1' } }, { target: '/p?z&a=1' }],
    [{ query: {} }, { target: '/p' }],
    [{ body: { a: 1 } }, { method: 'POST', headers: [json], pieces: [['{"a":1}', 'json']] }],
    [
      { method: 'PUT', body: '<a/>', headers: { 'Content-Type': 'text/xml' } },
      { method: 'PUT', headers: ['content-type: text/xml'], pieces: [['<a/>', 'xml']] },
    ],
    [{ body: 'a' }, { headers: ['content-type: text/plain'], pieces: [['a', 'none']] }],
    [
      { form: { a: 'x y', b: '{{c}}' } },
      {
        headers: ['content-type: application/x-www-form-urlencoded'],
        pieces: [['a=x%20y&b={{c}}', 'url']],
      },
    ],
    [
      { 'body-file': 'a.bin' },
      {
        headers: ['content-type: application/octet-stream'],
        pieces: ['octets'],
      },
    ],
  ])('of %j is sent as %j', async (call, expected) => {
    expect(await resource(call)).toMatchObject(expected);
  });

  it('has the headers of the service, its own and those of its body, the nearest last', async () => {
    const headers = { 'X-A': 'service', 'x-b': 'both', 'content-type': 'text/x' };
    const own = { 'X-B': 'own' };
    expect((await resource({ body: 'a', headers: own }, { headers })).headers).toEqual([
      ...['content-type: text/x', 'x-a: service', 'x-b: own'],
    ]);
    const multipart = [{ name: 'a', value: 'b' }];
    const parts = await resource({ multipart, headers: { 'Content-Type': 'wrong' } }, { headers });
    expect(parts.headers.slice(0, 2)).toEqual(['x-a: service', 'x-b: both']);
    expect(parts.headers[2]).toMatch(/^content-type: multipart\/form-data; boundary=/);
  });

  it('has no header that HTTP cannot carry', async () => {
    expect((await resource({ headers: { a: 'é\t~ ' } })).headers).toEqual(['a: é\t~ ']);
    for (const value of ['a\nb', '\x7f', '€']) {
      await expect(resource({ headers: { ok: '1', 'X-Bad': value } })).rejects.toMatchObject({
        ...{ code: 'SERVICE_INVALID', message: expect.stringContaining('the header X-Bad holds') },
      });
    }
  });

  it('has its API key as a parameter, where the service wants it there', async () => {
    const auth = { 'api-key': { query: 'k&', value: 'v w' } };
    expect((await resource({}, { auth })).target).toBe('/p?k%26=v%20w');
    expect((await resource({ path: '/p?a' }, { auth })).target).toBe('/p?a&k%26=v%20w');
    const header = { 'api-key': { header: 'K', value: 'v' } };
    expect((await resource({}, { auth: header })).target).toBe('/p');
  });
});

describe('an envelope', () => {
  const envelope = (call: object, endpoint: Partial<Endpoint> = {}) =>
    text(
      { kind: 'envelope', call: { body: ' <a/>\n', version: '1.1', path: '/p', ...call } },
      endpoint,
    );
  const around = (namespace: string) =>
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}"><soap:Body><a/></soap:Body></soap:Envelope>`;

  it('is written around a body, with the headers of its version', async () => {
    expect(await envelope({ action: 'do' })).toEqual({
      ...{ method: 'POST', target: '/p', success: 'fault' },
      headers: ['content-type: text/xml; charset=utf-8', 'soapaction: "do"'],
      pieces: [[around('http://schemas.xmlsoap.org/soap/envelope/'), 'xml']],
    });
    expect((await envelope({})).headers).toContain('soapaction: ""');
    expect(await envelope({ version: '1.2', action: 'do' })).toMatchObject({
      headers: ['content-type: application/soap+xml; charset=utf-8; action="do"'],
      pieces: [[around('http://www.w3.org/2003/05/soap-envelope'), 'xml']],
    });
    const headers = { SOAPAction: 'x', a: 'b' };
    expect((await envelope({ version: '1.2' })).headers).toEqual([
      ...['content-type: application/soap+xml; charset=utf-8'],
    ]);
    expect((await envelope({ headers: { a: 'c' } }, { headers })).headers.slice(1)).toEqual([
      ...['soapaction: x', 'a: c'],
    ]);
  });

  it.each([
    '<Envelope/>'.replace('/', ' /'),
    ' <?xml version="1.0"?>\n<s-1:Envelope>',
    '<soap:Envelope xmlns:soap="x">',
  ])('that is whole stays as it is: %s', async (body) => {
    expect((await envelope({ body })).pieces).toEqual([[body, 'xml']]);
  });
  it.each(['<Envelopes/>', '<a><Envelope/></a>'])('is written around %s', async (body) => {
    expect((await envelope({ body })).pieces?.[0]?.[0]).toContain(`<soap:Body>${body}</soap:Body>`);
  });

  it('has a security header where the service wants one', async () => {
    const auth = { 'ws-security': { user: 'me', password: 'x', type: 'digest' as const } };
    const { pieces } = await envelope({}, { auth });
    const all = JSON.stringify(pieces);
    expect(all).toContain('<wsse:Username>me</wsse:Username>');
    expect(all).toContain('digest.soap');
  });
});

it('a query is JSON with the headers of the service', async () => {
  const call = { query: '{ a }', variables: { b: 1 }, operation: 'Q', headers: { Accept: 'x' } };
  const { headers, ...rest } = await text({ kind: 'query', call }, { headers: { c: 'd' } });
  expect(headers).toEqual([json, 'accept: x', 'c: d']);
  expect(rest).toEqual({
    ...{ method: 'POST', target: '', success: 'errors' },
    pieces: [['{"query":"{ a }","operationName":"Q","variables":{"b":1}}', 'json']],
  });
  const bare = await text({ kind: 'query', call: { query: '{ a }', variables: {} } });
  expect(bare.headers[1]).toBe('accept: application/graphql-response+json, application/json');
});

it('a message has its types, its path and its metadata', async () => {
  const call = { method: 'S/Get', message: { a: 'x' }, metadata: { B: '2' } };
  const auth = { 'api-key': { query: 'k', value: 'v' } };
  expect(
    await resolved({ kind: 'message', call }, { headers: { 'X-A': '1', b: '1' }, auth }),
  ).toEqual({
    ...{ kind: 'protobuf', path: '/S/Get', message: { a: 'x' }, schema: 3, stream: 'response' },
    metadata: [
      ['x-a', '1'],
      ['b', '2'],
    ],
    ...{ request: 'M', response: 'N' },
  });
  const wrong = { method: 'S/Get', message: { none: 'x' } };
  await expect(resolved({ kind: 'message', call: wrong })).rejects.toMatchObject({
    code: 'SERVICE_INVALID',
  });
  await expect(resolved({ kind: 'other' } as never)).rejects.toThrow('of an unknown kind');
});

it.each([
  [undefined, {}, []],
  [{}, {}, []],
  [{ basic: { user: 'me', password: 'x' } }, { authorization: 'Basic bWU6eA==' }, ['bWU6eA==']],
  [{ bearer: 't' }, { authorization: 'Bearer t' }, []],
  [{ 'api-key': { header: 'X-Key', value: 'v' } }, { 'x-key': 'v' }, []],
  [{ 'api-key': { query: 'k', value: 'v' } }, {}, []],
  [{ oauth: {} }, { authorization: 'Bearer {{oauth.soap}}' }, []],
])('authenticates by %j with %j', (auth, headers, secrets) => {
  expect(authHeaders(auth as never, 'soap')).toEqual({ headers, secrets });
  expect([tokenName('grpc'), digestName('soap')]).toEqual(['oauth.grpc', 'digest.soap']);
});
