import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IServerOptions, listen, passwordDigest } from 'soap';
import { afterEach, describe, expect, it } from 'vitest';
import { wirebench } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Loaded as Node resolves them: the test runner would give each a separate copy of GraphQL.
const require = createRequire(import.meta.url);
const { buildSchema } = require('graphql') as typeof import('graphql');
const { createHandler } =
  require('graphql-http/lib/use/http') as typeof import('graphql-http/lib/use/http');

const servers: Server[] = [];
const soapServers: ReturnType<typeof listen>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }
});

async function listening(listener: RequestListener): Promise<{ server: Server; address: string }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const folder = fileURLToPath(new URL('../../fixtures/descriptions/wsdl', import.meta.url));

/** An order service of node-soap, which hands out its WSDL and the schemas that this imports. */
async function orderService(wsdl: string, more: Partial<IServerOptions>) {
  const got: unknown[] = [];
  const GetOrder = (order: unknown) => {
    got.push(order);
    return { id: 'AA-1111' };
  };
  const { server, address } = await listening(({ url = '' }, response) => {
    if (/^\/schemas\/[\w-]+\.xsd$/.test(url)) response.end(readFileSync(join(folder, url)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    const made = listen(server, {
      path: '/orders',
      services: { Orders: { OrdersSoap: { GetOrder }, OrdersSoap12: { GetOrder } } },
      xml: wsdl.replaceAll('http://127.0.0.1:8080', address),
      uri: join(folder, 'orders.wsdl'),
      callback: (error: unknown) => (error ? reject(error) : resolve()),
      ...more,
    });
    soapServers.push(made);
  });
  return { address, got };
}

const orders = readFileSync(join(folder, 'orders.wsdl'), 'utf8');

/** All arrivals: the load, one of each request as a check before it, and one of each that is tried. */
const sent = 22;
const short = ['--set', 'load={model: closed, requests: 20, warmUp: 0s}'];
const one = ['--set', 'factors.users=[2]', '--set', 'workers=1', '--quiet', '--json'];

/** Creates an experiment from the description of a service, tries it and runs it. @returns the results. */
async function measured(...source: readonly string[]) {
  const home = temporaryFolder();
  const file = join(home, 'own.bench.yaml');
  const made = await wirebench(home, ['new', ...source, '--out', file]);
  expect(made).toMatchObject({ code: 0, stdout: '' });
  const tried = await wirebench(home, ['try', file]);
  expect(tried).toMatchObject({ code: 0 });
  const run = await wirebench(home, ['run', file, ...short, ...one]);
  expect(run).toMatchObject({ code: 0 });
  const { trials } = JSON.parse(run.stdout) as {
    trials: { cell: { shape: string }; requests: { ok: number }; errors: unknown[] }[];
  };
  return {
    text: readFileSync(file, 'utf8'),
    remarks: made.stderr,
    tried: tried.stdout,
    trials: trials.map(({ cell, requests, errors }) => [cell.shape, requests.ok, errors]),
  };
}

describe('a SOAP service of another library', () => {
  it('is called with the samples of its WSDL and the schemas that this imports', async () => {
    const { address, got } = await orderService(orders, {});
    const { trials, remarks } = await measured('--wsdl', `${address}/orders?wsdl`);
    expect(remarks).toContain('offered over SOAP 1.2, too');
    expect(trials).toEqual([['get-order', 20, []]]);
    expect(got).toHaveLength(sent);
    expect(new Set(got.map((order) => JSON.stringify(order)))).toEqual(
      new Set(['{"orderId":"AA-1111"}']),
    );
  });

  it('is called over SOAP 1.2, too', async () => {
    const wsdl = orders.replace(/<port name="OrdersSoap" .*<\/port>/, '');
    const { address, got } = await orderService(wsdl, { forceSoap12Headers: true });
    const { trials, text, tried } = await measured('--wsdl', `${address}/orders?wsdl`);
    expect(text).toContain('version: "1.2"');
    expect(tried).toContain('http://www.w3.org/2003/05/soap-envelope');
    expect(trials).toEqual([['get-order', 20, []]]);
    expect(got).toHaveLength(sent);
  });
});

describe('values of a SOAP service of another library', () => {
  it('are taken by XPath, and checked', async () => {
    const { address, got } = await orderService(orders, {});
    const home = temporaryFolder();
    const file = join(home, 'own.bench.yaml');
    const body = (id: string) =>
      `"<s:GetOrder xmlns:s='urn:example:orders'><s:orderId>${id}</s:orderId></s:GetOrder>"`;
    writeFileSync(
      file,
      `wirebench: 1
name: Own
service:
  soap: {address: "${address}/orders"}
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
        - {request: second}
factors: {protocol: [soap], shape: [both], users: [2], client: [raw, library]}
load: {model: closed, requests: 20, warmUp: 0s}
verify: all
workers: 1
`,
    );
    const tried = await wirebench(home, ['try', file]);
    expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining('{{id}} = AA-1111') });
    const run = await wirebench(home, ['run', file, '--quiet', '--json']);
    const { trials } = JSON.parse(run.stdout) as { trials: { requests: unknown; errors: [] }[] };
    expect(trials).toMatchObject(Array(2).fill({ requests: { ok: 20 }, errors: [] }));
    const ids = got.map((order) => (order as { orderId: string }).orderId);
    expect(new Set(ids)).toEqual(new Set(['AA-0000', 'AA-1111-1']));

    const undeclared = ['--set', 'service.requests.first.checks[0].xpath=//x:id'];
    const refused = await wirebench(home, ['run', file, ...undeclared]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('the prefix x is not declared in service.namespaces');
  });
});

describe('a SOAP service of another library that wants a UsernameToken', () => {
  it('is given one, with a digest of the password', async () => {
    const seen = new Set<string>();
    const { address, got } = await orderService(orders, {});
    const [server] = soapServers.slice(-1);
    if (!server) throw new TypeError('no server listens');
    server.authenticate = (security: {
      UsernameToken: { Username: string; Password: unknown; Nonce: unknown; Created: string };
    }) => {
      const saidIn = (part: unknown) =>
        typeof part === 'object' && part !== null
          ? String(Reflect.get(part, '$value'))
          : String(part);
      const { Username, Password, Nonce, Created } = security.UsernameToken;
      seen.add(saidIn(Nonce));
      const wanted = passwordDigest(saidIn(Nonce), saidIn(Created), 'p<ss&');
      return saidIn(Username) === 'me' && saidIn(Password) === wanted;
    };
    const home = temporaryFolder();
    const file = join(home, 'own.bench.yaml');
    const body = `"<GetOrder xmlns='urn:example:messages'><orderId>7</orderId></GetOrder>"`;
    writeFileSync(
      file,
      `wirebench: 1
name: Own
service:
  soap: {address: "${address}/orders", auth: {ws-security: {user: me, password: "p<ss&", type: digest}}}
  requests: {get: {soap: {body: ${body}}}}
factors: {protocol: [soap], users: [2], client: [raw, library]}
load: {model: closed, requests: 20, warmUp: 0s}
workers: 1
`,
    );
    const run = await wirebench(home, ['run', file, '--quiet', '--json']);
    const { trials } = JSON.parse(run.stdout) as { trials: { requests: unknown; errors: [] }[] };
    expect(trials).toMatchObject(Array(2).fill({ requests: { ok: 20 }, errors: [] }));
    expect(seen.size).toBe(got.length);
    const wrong = ['--set', 'service.soap.auth.ws-security.password=x'];
    expect(await wirebench(home, ['try', file, ...wrong])).toMatchObject({ code: 1 });
  });
});

describe('a GraphQL service of another library', () => {
  it('is called by its introspection', async () => {
    const ids: string[] = [];
    const order = ({ id }: { id: string }) => {
      ids.push(id);
      return { id, total: 1.5 };
    };
    const { address } = await listening(
      createHandler({
        schema: buildSchema(
          'type Query { order(id: ID!): Order } type Order { id: ID! total: Float! }',
        ),
        rootValue: { order },
      }),
    );
    const { trials } = await measured('--graphql', address);
    expect(trials).toEqual([['order', 20, []]]);
    expect(ids).toHaveLength(sent);
  });
});
