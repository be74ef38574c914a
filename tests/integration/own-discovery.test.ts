import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createSocketServer, type Server } from 'node:net';
import fc from 'fast-check';
import fastify from 'fastify';
import { type IServerOptions, listen } from 'soap';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FoundService } from '../../contracts/found.ts';
import { discover } from '../../engine/own-service/discovery/discover.ts';
import { readApart } from '../../engine/own-service/read-apart.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { freePort } from '../support/free-port.ts';
import { ownGrpcService, ownHttpService } from '../support/own-services.ts';
import { portOf } from '../support/port-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What is found at addresses of services that other libraries serve. */

// Loaded as Node resolves them: the test runner would give each a separate copy of GraphQL.
const require = createRequire(import.meta.url);
const { buildSchema } = require('graphql') as typeof import('graphql');
const { createHandler } =
  require('graphql-http/lib/use/http') as typeof import('graphql-http/lib/use/http');

const runs = engineRuns();

const listening = async (server: Server) => `127.0.0.1:${await portOf(server)}`;

const look = (address: string, mayAsk = false) =>
  discover(
    { address, mayAsk },
    { folder: temporaryFolder(), confirmedHosts: [], reader: readApart },
  );
const found = async (address: string) => {
  const { services, attempts, advice } = await look(address);
  return {
    services: services.map(({ protocol, address: at, operations, picked }) => [
      protocol,
      at,
      operations.map(({ name }) => name),
      picked,
    ]),
    good: attempts.filter((one) => one.found).map(({ asked, outcome }) => `${asked}: ${outcome}`),
    attempts,
    advice,
  };
};

const responses = { 200: { description: 'done' } };
const openapi = (servers: readonly object[] = []) => ({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  servers,
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getOrder', responses },
      delete: { responses },
    },
  },
});

/** A service by Fastify, with its description at a path. */
async function restService(at: string, servers?: readonly object[]): Promise<string> {
  const app = fastify();
  app.get(at, () => openapi(servers));
  app.get('/orders/:id', () => ({ id: 7 }));
  onTestFinished(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return address.replace('http://', '');
}

const proto = `syntax = "proto3";
package shop.v1;
service Orders { rpc GetOrder (OrderQuery) returns (Order); }
message OrderQuery { int64 id = 1; }
message Order { int64 id = 1; }
`;

const wsdl = (
  address: string,
) => `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="urn:shop" xmlns:x="http://www.w3.org/2001/XMLSchema">
  <types><x:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <x:element name="GetOrder"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
    <x:element name="Order"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
  </x:schema></types>
  <message name="In"><part name="body" element="s:GetOrder"/></message>
  <message name="Out"><part name="body" element="s:Order"/></message>
  <portType name="Shop"><operation name="GetOrder"><input message="s:In"/><output message="s:Out"/></operation></portType>
  <binding name="ShopSoap" type="s:Shop"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetOrder"><soap:operation soapAction="get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Shop"><port name="Shop" binding="s:ShopSoap"><soap:address location="${address}"/></port></service>
</definitions>`;

describe('at an address without a scheme is found', () => {
  it.each(['/openapi.json', '/v3/api-docs', '/swagger/v1/swagger.json', '/documentation/json'])(
    'a REST service that describes itself at %s',
    async (path) => {
      const address = await restService(path);
      const { services, good, advice } = await found(address);
      const names = ['getOrder', 'DELETE /orders/{id}'];
      expect(services).toEqual([['rest', `http://${address}`, names, [true, false]]]);
      expect(good).toEqual([`GET http://${address}${path}: OpenAPI, 2 operations`]);
      expect(advice).toBeNull();
    },
  );

  it('a gRPC service with reflection, and that it is not TLS', async () => {
    const { address } = await ownGrpcService(proto, 'shop.v1.Orders', { GetOrder: () => ({}) }, [
      'v1',
    ]);
    const { services, good } = await found(address);
    expect(services).toEqual([['grpc', address, ['shop.v1.Orders/GetOrder'], [true]]]);
    expect(good).toEqual([`gRPC reflection at ${address}: gRPC reflection, 1 operation`]);
  });

  it('a SOAP service by its WSDL, at the address where it was found', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end());
    const address = await listening(server);
    const service = { Shop: { Shop: { GetOrder: () => ({ id: 7 }) } } };
    const options = { path: '/ws', services: service, xml: wsdl('http://production.invalid/ws') };
    listen(server, options as unknown as IServerOptions);
    expect((await found(address)).services).toEqual([
      ['soap', `http://${address}/ws`, ['GetOrder'], [true]],
    ]);
    expect((await found(`${address}/ws`)).good).toEqual([
      `GET http://${address}/ws?wsdl: WSDL, 1 operation`,
    ]);
  });

  it('a GraphQL service by introspection', async () => {
    const schema = buildSchema('type Query { order(id: ID!): Order } type Order { id: ID! }');
    const handler = createHandler({ schema, rootValue: {} }) as RequestListener;
    const address = await listening(
      createServer((request, response) => {
        if (request.url === '/graphql') handler(request, response);
        else response.writeHead(404).end();
      }),
    );
    expect((await found(address)).services).toEqual([
      ['graphql', `http://${address}/graphql`, ['order'], [true]],
    ]);
  });

  it('a single request, where nothing describes it', async () => {
    const app = fastify();
    app.get('/orders/:id', () => ({ id: 7 }));
    onTestFinished(() => app.close());
    const address = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http://', '');
    const { services, advice } = await found(`${address}/orders/7`);
    expect(services).toMatchObject([['rest', `http://${address}`, [expect.any(String)], [true]]]);
    expect(advice).toBeNull();
  });
});

describe('an address with nothing to find', () => {
  it('says that nothing listens', async () => {
    const { attempts, advice } = await found(`127.0.0.1:${await freePort()}`);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['nothing listens there']);
    expect(advice).toMatch(/Start the service/);
  });

  it('says all that was asked, each with its outcome, and what to do', async () => {
    const address = await listening(createServer((_, response) => response.writeHead(404).end()));
    const { attempts, advice, services } = await found(address);
    expect(services).toEqual([]);
    const said = attempts.map(({ asked, outcome }) => `${asked}: ${outcome}`);
    for (const line of [
      `GET http://${address}/openapi.json: status 404`,
      `GET http://${address}/swagger.json: status 404`,
      `GET http://${address}/?wsdl: status 404`,
      `POST http://${address}/graphql: status 404`,
      `gRPC reflection at ${address}: it does not speak HTTP/2`,
    ]) {
      expect(said).toContain(line);
    }
    expect(advice).toMatch(/nothing there describes it/);
  });

  it('follows no redirection to another host', async () => {
    const elsewhere = await ownHttpService(() => JSON.stringify(openapi()));
    const away = elsewhere.address.replace('127.0.0.1', 'localhost');
    const address = await listening(
      createServer((_, response) =>
        response.writeHead(302, { location: `${away}/openapi.json` }).end(),
      ),
    );
    const { services, attempts } = await found(address);
    expect([services, elsewhere.seen]).toEqual([[], []]);
    expect(attempts[0]?.outcome).toContain('leads elsewhere and is not followed');
  });

  it('does not wait for what never answers', async () => {
    const address = await listening(createSocketServer(() => undefined));
    const { attempts, services } = await found(address);
    expect(services).toEqual([]);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(
      Array(attempts.length).fill('no answer within 5 s'),
    );
  });

  it('asks no other host that is not confirmed', async () => {
    await expect(look('shop.invalid:8080')).rejects.toMatchObject({ code: 'HOST_NOT_CONFIRMED' });
    await expect(look('two words')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  });
});

it('a description that names another address is taken at the one that was typed, and says so', async () => {
  const address = await restService('/openapi.json', [{ url: 'https://production.invalid/v1' }]);
  const { services } = await look(address);
  expect(services[0]?.address).toBe(`http://${address}/v1`);
  expect(services[0]?.remarks[0]).toContain('https://production.invalid/v1');
});

describe('what was found at the addresses of two services', () => {
  const noReading = 'message OrderQuery { int64 id = 1; } message Order { int64 id = 1; }';
  const two = `syntax = "proto3"; package shop.v1; ${noReading}
service OrderService { rpc FetchOrder (OrderQuery) returns (Order); rpc GetStock (OrderQuery) returns (Order); }`;

  it('is measured whole: pairs compared, the rest by itself, with a word about it', async () => {
    const app = fastify();
    const paths = {
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses },
      },
      '/customers': { get: { responses } },
    };
    app.get('/openapi.json', () => ({ ...openapi(), paths }));
    app.get('/orders/:id', () => ({ id: 7 }));
    app.get('/customers', () => []);
    onTestFinished(() => app.close());
    const rest = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http://', '');
    const answers = { FetchOrder: () => ({ id: 7 }), GetStock: () => ({ id: 7 }) };
    const grpc = await ownGrpcService(two, 'shop.v1.OrderService', answers, ['v1']);
    const { ownService, experiments } = runs.engine.client;
    const services: FoundService[] = [];
    for (const address of [rest, grpc.address]) {
      services.push(...(await ownService.discover({ address })).services);
    }
    const { text, notMeasured } = await ownService.draft({ services });
    expect(notMeasured).toEqual([]);
    expect(text).toContain('until: decided');
    const short = text
      .replace(/load: .*/, 'load: {model: closed, requests: 20, warmUp: 0s}')
      .replace(/repetitions: .*/, 'repetitions: 1')
      .replace('users: [10]', 'users: [2]');
    const { plan } = await experiments.check({ text: short });
    expect(plan?.warnings).toEqual(
      expect.arrayContaining([
        'get-customers is measured over REST only: the other protocols have no form for it.',
        'get-stock is measured over gRPC only: the other protocols have no form for it.',
      ]),
    );
    const { trials, run } = await runs.runToEnd(short);
    expect(run.status).toBe('completed');
    const measured = trials.map(({ cell, requests }) => [cell.protocol, cell.shape, requests.ok]);
    expect(measured.sort()).toEqual([
      ['grpc', 'get-orders-id', 20],
      ['grpc', 'get-stock', 20],
      ['rest', 'get-customers', 20],
      ['rest', 'get-orders-id', 20],
    ]);
  });
});

it('a hostile answer hides no other description, and ends nothing', async () => {
  const { address: grpc } = await ownGrpcService(
    proto,
    'shop.v1.Orders',
    { GetOrder: () => ({}) },
    ['v1'],
  );
  expect((await look(grpc)).services).toHaveLength(1);
  const bodies = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      `{"openapi":"3.0.0","paths":${'{"a":'.repeat(3000)}`,
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"$ref":"#/paths/~1a/get"}}}}',
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${'<a>'.repeat(5000)}`,
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><definitions xmlns="http://schemas.xmlsoap.org/wsdl/">&b;</definitions>',
      '{"data":{"__typename":"Query","__schema":{"types":null}}}',
      'swagger: 2.0\npaths: &a [*a]',
    ),
  );
  let body = '';
  const address = await listening(
    createServer((_, response) => response.writeHead(200, { 'content-type': 'text/x' }).end(body)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (one) => {
      body = one;
      const { attempts, services } = await look(address);
      expect(attempts.every(({ outcome }) => outcome.length > 0 && outcome.length < 500)).toBe(
        true,
      );
      for (const { address: at } of services) expect(at).toContain(address);
    }),
    { numRuns: 10 },
  );
});
