import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, graphqlSync } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { SourceInput } from '../../contracts/found.ts';
import { scriptedHttp } from '../../tests/support/driven.ts';
import { memoryFiles } from '../../tests/support/memory-files.ts';
import { ownExperiment, ownGrpcService } from '../../tests/support/own-services.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { readService } from './read-service.ts';
import { readHere, readSource, sourceNamed } from './sources.ts';

const folder = fileURLToPath(new URL('../../fixtures/descriptions', import.meta.url));
const openApi = readFileSync(join(folder, 'openapi/petstore-3.0.yaml'), 'utf8');
const wsdl = readFileSync(join(folder, 'wsdl/calculator.wsdl'), 'utf8');
const graphql = readFileSync(join(folder, 'graphql/library.graphql'), 'utf8');
const har = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: 'GET', url: 'http://a.test/x', headers: [] },
        response: { status: 200 },
      },
    ],
  },
});
const collection = JSON.stringify({
  info: {
    name: 'Mine',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  item: [{ name: 'Get', request: { method: 'GET', url: 'http://a.test/y' } }],
});

const here = (source: string, input: SourceInput, ...given: string[]) =>
  readHere({ source, input, given, folder, imports: [] });
/** The protocol and number of requests of each service. */
const summary = async (found: ReturnType<typeof here>) =>
  (await found).map(({ protocol, operations }) => `${protocol} ${operations.length}`);

describe('a description is read', () => {
  it.each([
    ['openapi', openApi, 'rest 4'],
    ['wsdl', wsdl, 'soap 1'],
    ['graphql', graphql, null],
    ['har', har, 'rest 1'],
    ['postman', collection, 'rest 1'],
  ])('of %s from a text and from a file, which has to be there', async (source, text, expected) => {
    const files = temporaryFolder({ 'a.txt': text });
    const found = await summary(here(source, 'text', text));
    expect(found).toHaveLength(1);
    if (expected !== null) expect(found).toEqual([expected]);
    expect(await summary(here(source, 'file', join(files, 'a.txt')))).toEqual(found);
    const missing = join(files, 'none.txt');
    await expect(here(source, 'file', missing)).rejects.toMatchObject({ code: 'SERVICE_INVALID' });
  });

  it.each([
    ['openapi', openApi, 'rest 4'],
    ['wsdl', wsdl, 'soap 1'],
  ])('of %s from an address, if it answers with 200', async (source, text, expected) => {
    const { port } = await scriptedHttp(1, (response, { line }) =>
      response.writeHead(line.endsWith('/gone') ? 404 : 200).end(text),
    );
    const address = `http://127.0.0.1:${port}/description`;
    expect(await summary(here(source, 'address', address))).toEqual([expected]);
    const gone = `http://127.0.0.1:${port}/gone`;
    await expect(here(source, 'address', gone)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringContaining('404'),
    });
  });

  it('of GraphQL by introspection', async () => {
    const schema = buildSchema('type Query { book(id: ID!): String }');
    const { port } = await scriptedHttp(1, (response, { body }) => {
      const { query } = JSON.parse(body.toString()) as { query: string };
      response.end(JSON.stringify(graphqlSync({ schema, source: query })));
    });
    const address = `http://127.0.0.1:${port}/graphql`;
    const [found] = await here('graphql', 'address', address);
    expect([found?.protocol, found?.address]).toEqual(['graphql', address]);
    expect(found?.operations.map(({ name }) => name)).toEqual(['book']);
  });

  it('of gRPC by reflection', async () => {
    const proto =
      'syntax = "proto3"; package p; service S { rpc Get (M) returns (M); } message M { int64 id = 1; }';
    const { address } = await ownGrpcService(proto, 'p.S', { Get: () => ({}) }, ['v1']);
    for (const given of [address, `http://${address}/`]) {
      const [found] = await here('reflect', 'address', given);
      expect([found?.protocol, found?.address, found?.secure]).toEqual([
        'grpc',
        address,
        undefined,
      ]);
      expect(found?.operations.map(({ name }) => name)).toEqual(['p.S/Get']);
    }
    for (const wrong of ['127.0.0.1', 'a b:1', 'http://a:1/x', 'a:123456', 'u@a:1']) {
      await expect(here('reflect', 'address', wrong)).rejects.toThrow(
        `${wrong} is not the address of a gRPC service`,
      );
    }
    await expect(here('reflect', 'address', 'https://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
  });

  it('of single requests', async () => {
    const [url] = await here('url', 'address', 'http://a.test:1/x?y=z');
    expect([url?.address, url?.operations.length]).toEqual(['http://a.test:1', 1]);
    const [curl] = await here('curl', 'text', 'curl -X PUT http://a.test/x -d 1');
    expect(curl?.operations[0]?.call).toMatchObject({ method: 'PUT', path: '/x' });
  });

  it('in the form that it has, several of each in their order', async () => {
    const orders: string[] = [];
    const reader = async (order: Parameters<typeof readHere>[0]) => {
      orders.push(`${order.source} ${order.input} ${order.given.join()}`);
      return [];
    };
    const one = { folder, imports: [] };
    await readSource(sourceNamed('openapi'), ['a', 'http://b', 'c', 'HTTPS://d'], one, reader);
    await readSource(sourceNamed('curl'), ['curl http://b', 'http://b'], one, reader);
    await readSource(sourceNamed('reflect'), ['a:1', 'http://b:1'], one, reader);
    await readSource(sourceNamed('har'), [], one, reader);
    expect(orders).toEqual([
      ...['openapi file a,c', 'openapi address http://b,HTTPS://d'],
      ...['curl text curl http://b', 'curl text http://b'],
      ...['reflect address a:1', 'reflect address http://b:1'],
    ]);
    expect(await here('proto', 'text', 'x')).toEqual([]);
    expect(() => sourceNamed('none')).toThrow(
      'there is no source none: expected one of openapi, wsdl, proto, reflect, graphql, har, postman, url, curl',
    );
  });
});

const proto =
  'syntax = "proto3"; package p; service S { rpc Get (M) returns (M); } message M { int64 id = 1; }';
/** Reads the service of an experiment file. */
function read(
  service: string,
  {
    protocols = 'rest',
    shape = 'get',
    env = {},
    client = 'raw',
    measured = null as string | null,
  } = {},
) {
  const factors = `protocol: [${protocols}], shape: [${shape}], users: [1], client: [${client}]`;
  const experiment = experimentOf(ownExperiment(service, factors));
  if (!experiment.service) throw new Error('there is no service');
  const reached: string[] = [];
  const reading = readService(experiment.service, {
    files: memoryFiles({ 'p.proto': proto }),
    env,
    reach: async (protocol, address) => {
      reached.push(`${protocol} ${address}`);
      return { address, tls: null };
    },
    protocols: (measured ?? protocols).split(', ') as never,
    clients: [client as 'raw'],
  });
  return { reading, reached };
}

/** As a file has it, for a value of the environment. */
const given = (name: string) => `$\{${name}}`;
const rest = `rest: {address: "http://127.0.0.1:1", headers: {x-key: "${given('KEY')}", x-all: a}}`;
describe('an own service is read', () => {
  it('with its requests, mixes, flows, secrets and checks by protocol', async () => {
    const { reading } = read(
      `
  ${rest}
  rest-h2: {address: "http://127.0.0.1:2"}
  requests:
    get:
      rest: {path: "/a", headers: {x-own: b}}
      rest-h2: {path: "/b"}
      checks: [{status: 200}, {rest: {header: x}, exists: true}, {grpc: {path: $.a}, exists: true}]
      agree: {id: {path: $.id}}
    put: {doc: Puts it., changes: true, rest: {path: "/c/{{id}}", method: PUT}}
  mixes: {all: {get: 3}}
  flows:
    both: {doc: Both., setup: [{request: get, take: {id: {path: $.id}}}], steps: [{request: put}]}
    again: {steps: [{request: get, take: {id: {path: $.id}}}, {request: put}]}`,
      { protocols: 'rest, rest-h2', env: { KEY: 'k-secret' } },
    );
    const { requests, mixes, flows, taken, secrets, tokens, schemas, data } = await reading;
    expect(
      requests.map(({ name, doc, changes, calls }) => [name, doc, changes, Object.keys(calls)]),
    ).toEqual([
      ['get', 'get', false, ['rest', 'rest-h2']],
      ['put', 'Puts it.', true, ['rest', 'rest-h2']],
    ]);
    expect(requests[0]?.calls.rest).toMatchObject({
      ...{ kind: 'text', method: 'GET', target: '/a' },
      headers: expect.arrayContaining([
        ['x-key', 'k-secret'],
        ['x-all', 'a'],
        ['x-own', 'b'],
      ]),
    });
    expect(requests[0]?.checks).toMatchObject({
      rest: [{ status: 200 }, { header: 'x', exists: true }],
      'rest-h2': [{ status: 200 }, { header: 'x', exists: true }],
    });
    expect(requests[0]?.agree).toMatchObject([
      { name: 'id', at: { rest: { path: '$.id' }, 'rest-h2': { path: '$.id' } } },
    ]);
    expect(mixes).toEqual([{ name: 'all', parts: [{ request: 'get', weight: 3 }] }]);
    expect(
      flows.map(({ name, doc, once, setup, steps }) => [
        name,
        doc,
        once.length,
        setup.length,
        steps.length,
      ]),
    ).toEqual([
      ['both', 'Both.', 0, 1, 1],
      ['again', 'get, then put', 0, 0, 2],
    ]);
    expect(flows[1]?.steps[0]).toMatchObject({
      request: 'get',
      take: { id: { rest: { path: '$.id' }, 'rest-h2': { path: '$.id' } } },
    });
    expect([taken, secrets, tokens, schemas, data]).toEqual([['id'], ['k-secret'], [], [], []]);
  });

  it('only in the protocols that are measured', async () => {
    const service = `
  rest: {address: "http://127.0.0.1:1"}
  grpc: {address: "127.0.0.1:2"}
  requests: {get: {rest: {path: /a}, grpc: {method: p.S/Get, message: {id: 1}}}}`;
    const { reading, reached } = read(service, { protocols: 'rest, grpc', measured: 'rest' });
    const { requests } = await reading;
    expect([Object.keys(requests[0]?.calls ?? {}), reached]).toEqual([['rest'], []]);
  });

  it('with types by reflection, which are asked for once', async () => {
    const { address, seen } = await ownGrpcService(proto, 'p.S', { Get: () => ({}) }, ['v1']);
    const service = `
  grpc: {address: "${address}"}
  requests:
    get: {grpc: {method: p.S/Get, message: {id: 1}}}
    more: {grpc: {method: p.S/Get, message: {id: 2}}}`;
    const { reading, reached } = read(service, { protocols: 'grpc' });
    const { requests, schemas } = await reading;
    expect(reached).toEqual([`grpc ${address}`]);
    expect(schemas).toHaveLength(1);
    expect(JSON.parse(schemas[0] ?? '').nested.p.nested).toHaveProperty('M');
    expect(requests.map(({ calls }) => calls.grpc)).toMatchObject([
      { kind: 'protobuf', path: '/p.S/Get', schema: 0, request: expect.stringMatching(/M$/) },
      { schema: 0 },
    ]);
    expect(seen).toEqual([]);
  });

  it.each([
    ['rest: {path: "/a/{{nothing}}"}', /^service\.requests\.get\.rest: .*nothing/],
    ['rest: {path: /a}\n      checks: [{xpath: "/a[", exists: true}]', /checks\[0\]|xpath/],
    ['rest: {path: /a, body-file: none.bin}', /^service\.requests\.get\.rest: .*none\.bin/],
    [`rest: {path: "/${given('MISSING')}"}`, /MISSING/],
  ])('but not with %s', async (request, message) => {
    const service = `
  rest: {address: "http://127.0.0.1:1"}
  requests:
    get:
      ${request}`;
    await expect((async () => read(service).reading)()).rejects.toThrow(message);
  });
});
