import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  callBytes,
  entryOf,
  type OwnSizesWanted,
  type SizeEntry,
  type Sizes,
  sizesDocumentSchema,
} from '../../../contracts/sizes.ts';
import { protocols as allProtocols, type Protocol } from '../../../contracts/words.ts';
import { wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { freePort } from '../../support/free-port.ts';
import { makeCertificates, writeCertificates } from '../../support/own-certificates.ts';
import { inOneFile } from '../../support/own-orders.ts';
import { serverExperiment, serverFolder } from '../../support/own-servers.ts';
import {
  type OwnService,
  ownExperiment,
  ownGrpcService,
  ownHttpService,
} from '../../support/own-services.ts';
import { portOf } from '../../support/port-of.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const runs = engineRuns();

const order = { id: 7, note: 'a "small" one', price: { currency: 'EUR', units: 5 } };
const sentOrder = { customer: 'Ada', items: [1, 2, 3] };
const soapAround = ['<s:Envelope xmlns:s="urn:s"><s:Body><Got>', '</Got></s:Body></s:Envelope>'];
const soapMessage = '<id>7</id><note>a &amp; b</note>';

const answers: Readonly<Record<string, string>> = {
  '/order': JSON.stringify(order),
  '/soap': soapAround.join(soapMessage),
  '/graphql': JSON.stringify({ data: { order } }),
};

/** A service with an independent counter of octets in front of it. */
async function counted(service: Promise<OwnService>) {
  const { address } = await service;
  const { port } = new URL(address.includes('//') ? address : `http://${address}`);
  const relay = await startRelay(Number(port));
  onTestFinished(() => relay.close());
  return { relay, address: address.replace(port, String(relay.port)) };
}

const http = (version: 1 | 2 = 1, tls?: Parameters<typeof ownHttpService>[2]) => {
  const nothing = { status: 404, body: 'nothing "here"' };
  return ownHttpService(({ path }) => answers[path] ?? nothing, version, tls);
};

async function startAll() {
  const [rest, h2, soap, graphql, grpc] = await Promise.all([
    counted(http()),
    counted(http(2)),
    counted(http()),
    counted(http()),
    counted(
      ownGrpcService(inOneFile, 'shop.v1.Orders', {
        GetOrder: () => ({ order_id: 7, price: order.price }),
        ListOrders: () => [{ order_id: 7, price: order.price }, { order_id: 300 }],
      }),
    ),
  ]);
  const text = ownExperiment(
    `  rest: {address: "${rest.address}"}
  rest-h2: {address: "${h2.address}"}
  soap: {address: "${soap.address}/soap"}
  graphql: {address: "${graphql.address}/graphql"}
  grpc: {address: "${grpc.address}", description: orders.proto}
  requests:
    get:
      rest: {method: POST, path: /order, body: ${JSON.stringify(sentOrder)}}
      soap: {body: "<Get><id>{{int 1 9}}</id></Get>", action: get}
      graphql: {query: "query q($id: Int) { order(id: $id) { id } }", variables: {id: 7}}
      grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "7"}}
    list:
      grpc: {method: shop.v1.Orders/ListOrders, message: {orderId: "7"}}
    change: {changes: true, rest: {method: DELETE, path: /order}}
    gone: {rest: {path: /gone}}`,
    'protocol: [rest, rest-h2, soap, graphql, grpc], shape: [get], users: [1]',
    'model: closed, warmUp: 0s, requests: 4',
    'workers: 1',
  );
  const folder = temporaryFolder({ 'orders.proto': inOneFile, 'own.bench.yaml': text });
  const relays: Partial<Record<Protocol, Relay>> = {
    ...{ rest: rest.relay, 'rest-h2': h2.relay, soap: soap.relay },
    ...{ graphql: graphql.relay, grpc: grpc.relay },
  };
  return { file: join(folder, 'own.bench.yaml'), text, folder, relays };
}

/** Through the engine's API, as the window does. */
function measured(text: string, folder: string, wanted: OwnSizesWanted = {}): Promise<Sizes> {
  return runs.engine.client.sizes.measureOwn({ text, folder, ...wanted });
}

/** All bytes of both calls and of opening their connection. */
const bytesOfBoth = ({ fresh, reused }: SizeEntry) =>
  callBytes(fresh) + (reused ? callBytes(reused) : 0);

const bytesOf = ({ counts }: Relay) => counts.fromClients + counts.toClients;

describe('wirebench sizes FILE', () => {
  it('counts what goes over the wire, and divides it as its own messages are', async () => {
    const { text, folder, relays } = await startAll();
    const sizes = await measured(text, folder, { requests: ['get'] });
    expect([sizes.workload, sizes.skipped]).toEqual(['custom', []]);
    const types = protobuf.parse(inOneFile, { keepCase: true }).root;
    const encoded = (name: string, message: object) =>
      types.lookupType(name).encode(message).finish().length;
    const length = (value: unknown) => JSON.stringify(value).length;
    const expected: Partial<Record<Protocol, number[]>> = {
      rest: [length(sentOrder), 0, length(order), 0],
      'rest-h2': [length(sentOrder), 0, length(order), 0],
      soap: ['<id>7</id>'.length, NaN, soapMessage.length, soapAround.join('').length],
      graphql: [length({ id: 7 }), NaN, length(order), '{"data":{"order":}}'.length],
      grpc: [
        encoded('shop.v1.GetOrderRequest', { order_id: 7 }),
        5,
        encoded('shop.v1.Order', { order_id: 7, price: order.price }),
        5,
      ],
    };
    for (const [protocol, relay] of Object.entries(relays)) {
      const entry = entryOf(sizes, 'get', protocol as Protocol);
      if (!entry?.reused) throw new Error(`no second call over ${protocol}`);
      const { request, answer } = entry.reused;
      const [sent = 0, around = 0, ...received] = expected[protocol as Protocol] ?? [];
      expect([protocol, request.payload, answer.payload, answer.envelope]).toEqual([
        protocol,
        sent,
        ...received,
      ]);
      if (!Number.isNaN(around)) expect(request.envelope).toBe(around);
      expect([protocol, bytesOfBoth(entry)]).toEqual([protocol, bytesOf(relay)]);
      expect(entry.differs).toBeNull();
    }
    // A library writes headers of its own around the same message.
    const byLibrary = text.replace('users: [1]}', 'users: [1], client: [library]}');
    const library = await measured(byLibrary, folder, { requests: ['get'], protocols: ['rest'] });
    const [raw, other] = [sizes, library].map((one) => entryOf(one, 'get', 'rest')?.fresh.request);
    expect([library.client, other?.payload]).toEqual(['library', raw?.payload]);
    expect(other?.headers).toBeGreaterThan(raw?.headers ?? 0);
    // A run keeps the same of its first call.
    const { trials } = await runs.runToEnd(text, undefined, { folder });
    for (const { cell, encoded: kept } of trials) {
      const call = entryOf(sizes, 'get', cell.protocol)?.fresh;
      const sides = [kept?.request, kept?.answer].map((side) => [side?.payload, side?.envelope]);
      const same = [call?.request, call?.answer].map((side) => [side?.payload, side?.envelope]);
      expect([cell.protocol, ...sides]).toEqual([cell.protocol, ...same]);
    }
    expect(trials.map(({ cell }) => cell.protocol).toSorted()).toEqual(
      allProtocols.filter((protocol) => relays[protocol]).toSorted(),
    );
  });

  it('sends only requests that read by default, and reports failures next to results', async () => {
    const { file } = await startAll();
    const args = ['sizes', file, '--protocol', 'rest,grpc', '--json'];
    const { stdout, stderr, code } = await wirebench(runs.home, args);
    const { sizes } = sizesDocumentSchema.parse(JSON.parse(stdout));
    expect([code, stderr]).toEqual([1, expect.stringContaining('REST, gone: A call did not')]);
    const pairs = sizes.entries.map(({ shape, protocol, stream }) => [shape, protocol, stream]);
    expect(pairs).toEqual([
      ['get', 'rest', 'none'],
      ['get', 'grpc', 'none'],
      ['list', 'grpc', 'response'],
    ]);
    expect(entryOf(sizes, 'list', 'grpc')?.fresh.answer.envelope).toBe(10);
    expect(sizes.skipped).toContainEqual({
      ...{ protocol: 'rest', shape: 'gone', failed: true },
      reason: expect.stringMatching(/^REST, gone: A call did not succeed: HTTP 404.*nothing/),
    });
    const csv = await wirebench(runs.home, ['sizes', file, '--request', 'change', '--csv']);
    expect(csv.code).toBe(0);
    expect(csv.stdout).toMatch(/^workload,shape,protocol,operation,connection,part,payload_bytes,/);
    expect(csv.stdout).toMatch(/^custom,change,rest,change,reused,request,0,0,/m);
  });

  it('divides TLS as well', async () => {
    const certificates = await makeCertificates();
    const { server } = certificates;
    const { address, relay } = await counted(http(1, { cert: server.cert, key: server.key }));
    const folder = temporaryFolder();
    writeCertificates(folder, certificates);
    const text = ownExperiment(
      `  rest: {address: "${address}", tls: {ca: ca.pem, server-name: orders.internal}}
  requests: {get: {rest: {path: /order}}}`,
      'protocol: [rest], users: [1], tls: [tls1.3]',
    );
    const sizes = await measured(text, folder);
    const [entry] = sizes.entries;
    if (!entry) throw new Error('nothing was measured');
    expect(entry.fresh.setUp?.['tls-handshake']).toBeGreaterThan(500);
    expect(entry.reused?.request['tls-records']).toBe(22);
    expect(entry.reused?.answer.payload).toBe(JSON.stringify(order).length);
    // Each side may announce its end, in a record of 24 bytes.
    expect([0, 24, 48]).toContain(bytesOf(relay) - bytesOfBoth(entry));
  });

  it('counts a service that closes after each answer, and answers without a body', async () => {
    const closing = createServer((_request, response) => {
      response.shouldKeepAlive = false;
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}');
    });
    const port = await portOf(closing);
    const text = ownExperiment(
      `  rest: {address: "http://127.0.0.1:${port}"}
  requests: {get: {rest: {path: /}}, head: {rest: {method: HEAD, path: /}}}`,
      'protocol: [rest], users: [1]',
    );
    const { entries, skipped } = await measured(text, temporaryFolder());
    expect(skipped).toEqual([]);
    const found = entries.map(({ shape, fresh, reused, differs }) => {
      return [shape, fresh.answer.payload, reused, differs];
    });
    expect(found).toEqual([
      ['get', '{"ok":true}'.length, null, null],
      ['head', 0, null, null],
    ]);
  });

  it('starts a server when it may, and says what is wrong before anything is sent', async () => {
    const folder = serverFolder();
    const file = join(folder, 'started.bench.yaml');
    writeFileSync(file, serverExperiment('{start: {command: "node server.mjs {{port}}"}}'));
    const refused = await wirebench(runs.home, ['sizes', file]);
    expect(refused.stderr).toContain('--allow-commands');
    expect(refused.code).not.toBe(0);
    const started = await wirebench(runs.home, ['sizes', file, '--allow-commands']);
    expect(started.stdout).toMatch(/^get +rest +new +answer +11 /m);
    const wrong = await wirebench(runs.home, ['sizes', file, '--shape', 'get']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--shape belongs to bundled services'),
    ]);
    const text = readFileSync(file, 'utf8');
    const wrongly: [OwnSizesWanted, string][] = [
      [{ requests: ['nope'] }, 'there is no request nope: expected one of get'],
      [{ protocols: ['grpc'] }, 'get cannot be sent over grpc'],
    ];
    const untargeted = text.replace(/^target: .*$/m, '');
    const unanswered = untargeted.replace('{{port}}', String(await freePort()));
    await expect(measured(unanswered, folder)).rejects.toThrow(
      /^Nothing can be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    );
    for (const [wanted, said] of wrongly) {
      await expect(measured(text, folder, wanted)).rejects.toThrow(said);
    }
  });
});
