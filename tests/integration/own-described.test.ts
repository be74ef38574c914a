import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { createRequire } from 'node:module';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IServerOptions, listen, passwordDigest } from 'soap';
import { describe, expect, it } from 'vitest';
import type { ResultDocument } from '../../contracts/result.ts';
import { describeReflection } from '../../engine/own-service/proto/describe.ts';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { listenBadly } from '../support/hostile-servers.ts';
import { ownExperiment, ownGrpcService } from '../support/own-services.ts';
import { portOf } from '../support/port-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Services that are called as they describe themselves, by reflection, WSDL or introspection. */

// Loaded as Node resolves them: the test runner would give each a separate copy of GraphQL.
const require = createRequire(import.meta.url);
const { buildSchema } = require('graphql') as typeof import('graphql');
const { createHandler } =
  require('graphql-http/lib/use/http') as typeof import('graphql-http/lib/use/http');

const runs = engineRuns();

const listening = async (server: Server) => `127.0.0.1:${await portOf(server)}`;

const proto = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (OrderQuery) returns (Order);
  rpc PutOrder (Order) returns (Order);
}
message OrderQuery { int64 order_id = 1; map<string, Order> known = 2; }
message Order { int64 order_id = 1; oneof paid { string by_card = 2; bool cash = 3; } optional string note = 4; }
`;
const shop = (...versions: string[]) => {
  const answers = { GetOrder: ({ order_id }: Record<string, unknown>) => ({ order_id }) };
  return ownGrpcService(proto, 'shop.v1.Orders', answers, versions);
};
const reflected = (address: string) =>
  ownExperiment(
    `  grpc: {address: "${address}", headers: {x-key: k1}}
  requests:
    get: {grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: 5}}, checks: [{path: $.orderId, equals: "5"}]}
    put: {grpc: {method: shop.v1.Orders/PutOrder, message: {order_id: 1}}, checks: [{status: 13}]}
    answered: {grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: 1}}, checks: [{status: 13}]}`,
    'protocol: [grpc], shape: [get, put, answered], users: [2], client: [raw, library]',
  );

describe('a gRPC service with reflection', () => {
  it('is written into an experiment from it, or from its files', async () => {
    const { address } = await shop('v1');
    const home = temporaryFolder({ 'shop.proto': proto });
    const out = join(home, 'shop.bench.yaml');
    const made = await wirebench(home, ['new', '--reflect', address, '--out', out]);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    const stdout = expect.stringContaining('shop.v1.Orders/GetOrder');
    expect(await wirebench(home, ['try', out])).toMatchObject({ code: 0, stdout });
    const source = ['new', '--proto', join(home, 'shop.proto'), '--out'];
    expect(await wirebench(home, [...source, out, '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).toContain('description: [shop.proto]');
    const tried = await wirebench(home, ['try', out, '--set', `service.grpc.address=${address}`]);
    expect(tried).toMatchObject({ code: 0 });
    const stderr = expect.stringContaining('Write the experiment into');
    const elsewhere = await wirebench(home, [...source, join(temporaryFolder(), 'a.yaml')]);
    expect(elsewhere).toMatchObject({ code: 2, stderr });
  });

  it.each([['v1'], ['v1alpha'], ['v1 v1alpha']])('is described by %s', async (versions) => {
    const { address } = await shop(...versions.split(' '));
    const found = await describeReflection(address, {}, null);
    expect(found).toMatchObject({ protocol: 'grpc', address, endpoint: {}, remarks: [] });
    const order = { order_id: 1, by_card: 'by_card', note: 'note' };
    expect(
      found.operations.map(({ name, changes, call }) => [name, changes, call.message]),
    ).toEqual([
      ['shop.v1.Orders/GetOrder', false, { order_id: 1, known: { key: order } }],
      ['shop.v1.Orders/PutOrder', true, order],
    ]);
  });

  it('is measured without a description, and right to refuse a call where a check wants its code', async () => {
    // It has no answer to PutOrder, and so has nothing to write: INTERNAL.
    const service = await shop('v1');
    const { trials } = await runs.runToEnd(reflected(service.address));
    const of = (name: string) => trials.filter(({ cell }) => cell.shape === name);
    const right = { failure: null, errors: [], requests: { ok: 40, failed: 0 } };
    expect([...of('get'), ...of('put')]).toMatchObject(Array(4).fill(right));
    const message = expect.stringContaining('gRPC OK instead of INTERNAL');
    const wrong = { failure: { code: 'TARGET_UNEXPECTED', message } };
    expect(of('answered')).toMatchObject([wrong, wrong]);
    const call = '/shop.v1.Orders/GetOrder';
    expect(service.seen.find((one) => one.call === call)?.headers).toMatchObject({ 'x-key': 'k1' });
  });
});

describe('a service without reflection', () => {
  it('is refused with the attempts', async () => {
    const { address } = await shop();
    await expect(runs.runToEnd(reflected(address))).rejects.toMatchObject({
      data: { code: 'SERVICE_INVALID', hint: expect.stringContaining('.proto') },
      message: expect.stringMatching(
        /requests\.get\.grpc: the gRPC service at .* \(v1: UNIMPLEMENTED.*; v1alpha: UNIMPLEMENTED/,
      ),
    });
  });

  const accept = (stream: ServerHttp2Stream) =>
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
  const answering =
    (...parts: Uint8Array[]) =>
    (stream: ServerHttp2Stream) => {
      accept(stream);
      for (const part of parts) stream.write(part);
    };
  const unauthenticated = { ':status': 200, 'grpc-status': '16', 'grpc-message': 'no%20token' };
  const endless = Array<Buffer>(99).fill(prefixMessage(Buffer.from([0x32, 0])));

  it.each<[string, (stream: ServerHttp2Stream) => void, RegExp]>([
    [
      'requires authentication',
      (stream) => stream.respond(unauthenticated, { endStream: true }),
      /v1: UNAUTHENTICATED \(no token\); v1alpha: UNAUTHENTICATED/,
    ],
    [
      'answers with HTTP 401',
      (stream) => stream.respond({ ':status': 401 }, { endStream: true }),
      /v1: HTTP 401; v1alpha: HTTP 401/,
    ],
    ['resets the call', (stream) => stream.close(2), /v1: .*INTERNAL_ERROR.*; v1alpha: /],
    ['answers garbage', answering(prefixMessage(Buffer.alloc(99, 0xff))), /cannot be read/],
    ['announces too much', answering(Buffer.from([0, 0xff, 0xff, 0xff, 0xff])), /larger than/],
    ['answers endlessly', answering(...endless), /an unexpected answer|names no services/],
    [
      'ends early',
      (stream) => {
        accept(stream);
        stream.end();
      },
      /v1: it ended early; v1alpha: it ended early/,
    ],
  ])('is refused when it %s', async (_what, behave, message) => {
    const server = createHttp2Server();
    server.on('stream', (stream) => behave(stream.on('error', () => undefined)));
    const described = describeReflection(await listening(server), {}, null);
    await expect(described).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('is refused when it is no HTTP/2, or not there', async () => {
    const port = await listenBadly((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    for (const address of [`127.0.0.1:${port}`, '127.0.0.1:1']) {
      await expect(describeReflection(address, {}, null)).rejects.toMatchObject({
        code: 'SERVICE_INVALID',
        message: expect.stringContaining('by reflection (v1: '),
      });
    }
  });
});

const folder = fileURLToPath(new URL('../../fixtures/descriptions/wsdl', import.meta.url));
const orders = readFileSync(join(folder, 'orders.wsdl'), 'utf8');

/** An order service of node-soap, which hands out its WSDL and the schemas that this imports. */
async function orderService(wsdl = orders, more: Partial<IServerOptions> = {}) {
  const got: unknown[] = [];
  const GetOrder = (order: unknown) => {
    got.push(order);
    return { id: 'AA-1111' };
  };
  const server = createServer(({ url = '' }, response) => {
    if (/^\/schemas\/[\w-]+\.xsd$/.test(url)) response.end(readFileSync(join(folder, url)));
    else response.writeHead(404).end();
  });
  const address = `http://${await listening(server)}`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const made = listen(server, {
    path: '/orders',
    services: { Orders: { OrdersSoap: { GetOrder }, OrdersSoap12: { GetOrder } } },
    xml: wsdl.replaceAll('http://127.0.0.1:8080', address),
    uri: join(folder, 'orders.wsdl'),
    callback: (error: unknown) => (error ? reject(error) : resolve()),
    ...more,
  });
  await promise;
  return { address: `${address}/orders`, got, made };
}

async function trialsOf(home: string, ...args: string[]) {
  const run = await wirebench(home, ['run', ...args, '--quiet', '--json']);
  const { trials }: ResultDocument = JSON.parse(run.stdout);
  return trials.map(({ cell, requests, errors }) => [cell.shape, requests.ok, errors]);
}

/** All arrivals: the load, one of each request as a check before it, and one of each that is tried. */
const sent = 22;

/** Creates an experiment from the description of a service, tries it and runs it. */
async function measured(option: string, address: string) {
  const home = temporaryFolder();
  const file = join(home, 'own.bench.yaml');
  const made = await wirebench(home, ['new', option, address, '--out', file]);
  expect(made).toMatchObject({ code: 0, stdout: '' });
  const tried = await wirebench(home, ['try', file]);
  expect(tried).toMatchObject({ code: 0 });
  const load = 'load={model: closed, requests: 20, warmUp: 0s}';
  const sets = [load, 'factors.users=[2]', 'workers=1', 'repetitions=1'].flatMap((one) => [
    '--set',
    one,
  ]);
  const trials = await trialsOf(home, file, ...sets);
  return { text: readFileSync(file, 'utf8'), remarks: made.stderr, tried: tried.stdout, trials };
}

describe('a SOAP service of another library', () => {
  it('is called with the samples of its WSDL and the schemas that this imports', async () => {
    const { address, got } = await orderService();
    const { trials, remarks } = await measured('--wsdl', `${address}?wsdl`);
    expect(remarks).toContain('offered over SOAP 1.2, too');
    expect(trials).toEqual([['get-order', 20, []]]);
    expect(got).toEqual(Array(sent).fill({ orderId: 'AA-1111' }));
  });

  it('is called over SOAP 1.2, too', async () => {
    const wsdl = orders.replace(/<port name="OrdersSoap" .*<\/port>/, '');
    const { address, got } = await orderService(wsdl, { forceSoap12Headers: true });
    const { trials, text, tried } = await measured('--wsdl', `${address}?wsdl`);
    expect(text).toContain('version: "1.2"');
    expect(tried).toContain('http://www.w3.org/2003/05/soap-envelope');
    expect([trials, got.length]).toEqual([[['get-order', 20, []]], sent]);
  });

  const twenty = 'model: closed, requests: 20, warmUp: 0s';

  it('gives values by XPath, which are checked', async () => {
    const { address, got } = await orderService();
    const body = (id: string) =>
      `"<s:GetOrder xmlns:s='urn:example:orders'><s:orderId>${id}</s:orderId></s:GetOrder>"`;
    const text = ownExperiment(
      `  soap: {address: "${address}"}
  namespaces: {env: http://schemas.xmlsoap.org/soap/envelope/}
  requests:
    first: {soap: {body: ${body('AA-0000')}}, checks: [{xpath: //id, equals: AA-1111}]}
    second:
      soap: {body: ${body('{{id}}-{{count}}')}}
      checks: [{xpath: "count(/env:Envelope/env:Body/*) = 1", exists: true}]
  flows:
    both:
      steps:
        - {request: first, take: {id: {xpath: //id}, count: {soap: {xpath: count(//id)}}}}
        - {request: second}`,
      'protocol: [soap], shape: [both], users: [2], client: [raw, library]',
      twenty,
    );
    const home = temporaryFolder({ 'own.bench.yaml': text });
    const file = join(home, 'own.bench.yaml');
    const stdout = expect.stringContaining('{{id}} = AA-1111');
    expect(await wirebench(home, ['try', file])).toMatchObject({ code: 0, stdout });
    expect(await trialsOf(home, file)).toEqual(Array(2).fill(['both', 20, []]));
    const ids = got.map((order) => (order as { orderId: string }).orderId);
    expect(new Set(ids)).toEqual(new Set(['AA-0000', 'AA-1111-1']));

    const undeclared = ['--set', 'service.requests.first.checks[0].xpath=//x:id'];
    const stderr = expect.stringContaining('the prefix x is not declared in service.namespaces');
    expect(await wirebench(home, ['run', file, ...undeclared])).toMatchObject({ code: 2, stderr });
  });

  it('is given the UsernameToken that it wants, with a digest of the password', async () => {
    const seen = new Set<string>();
    const { address, got, made } = await orderService();
    made.authenticate = ({ UsernameToken }: { UsernameToken: Record<string, unknown> }) => {
      const [user, password, nonce = '', created = ''] = [
        'Username',
        'Password',
        'Nonce',
        'Created',
      ]
        .map((name) => Object(UsernameToken[name]).$value ?? UsernameToken[name])
        .map(String);
      seen.add(nonce);
      return user === 'me' && password === passwordDigest(nonce, created, 'p<ss&');
    };
    const body = `"<GetOrder xmlns='urn:example:messages'><orderId>7</orderId></GetOrder>"`;
    const text = ownExperiment(
      `  soap: {address: "${address}", auth: {ws-security: {user: me, password: "p<ss&", type: digest}}}
  requests: {get: {soap: {body: ${body}}}}`,
      'protocol: [soap], users: [2], client: [raw, library]',
      twenty,
    );
    const home = temporaryFolder({ 'own.bench.yaml': text });
    const file = join(home, 'own.bench.yaml');
    expect(await trialsOf(home, file)).toEqual(Array(2).fill(['get', 20, []]));
    expect(seen.size).toBe(got.length);
    const wrong = ['--set', 'service.soap.auth.ws-security.password=x'];
    expect(await wirebench(home, ['try', file, ...wrong])).toMatchObject({ code: 1 });
  });
});

it('a GraphQL service of another library is called by its introspection', async () => {
  const ids: string[] = [];
  const order = ({ id }: { id: string }) => {
    ids.push(id);
    return { id, total: 1.5 };
  };
  const types = 'type Query { order(id: ID!): Order } type Order { id: ID! total: Float! }';
  const handler = createHandler({ schema: buildSchema(types), rootValue: { order } });
  const address = `http://${await listening(createServer(handler as RequestListener))}`;
  const { trials } = await measured('--graphql', address);
  expect([trials, ids.length]).toEqual([[['order', 20, []]], sent]);
});
