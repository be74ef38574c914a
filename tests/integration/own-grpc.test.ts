import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { describeReflection } from '../../engine/own-service/proto/describe.ts';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { listenBadly } from '../support/hostile-servers.ts';
import { type OwnService, ownGrpcService } from '../support/own-services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();
const services: OwnService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const proto = `syntax = "proto3";
package shop.v1;
service Orders {
  rpc GetOrder (OrderQuery) returns (Order);
  rpc PutOrder (Order) returns (Order);
}
message OrderQuery { int64 order_id = 1; map<string, Order> known = 2; }
message Order { int64 order_id = 1; oneof paid { string by_card = 2; bool cash = 3; } optional string note = 4; }
`;

async function shop(versions: readonly string[]): Promise<OwnService> {
  const answers = { GetOrder: ({ order_id }: Record<string, unknown>) => ({ order_id }) };
  const service = await ownGrpcService(proto, 'shop.v1.Orders', answers, versions);
  services.push(service);
  return service;
}

it('is written into an experiment from its reflection, or from its files', async () => {
  const { address } = await shop(['v1']);
  const home = temporaryFolder();
  writeFileSync(join(home, 'shop.proto'), proto);
  const out = join(home, 'shop.bench.yaml');
  const made = await wirebench(home, ['new', '--reflect', address, '--out', out]);
  expect(made).toMatchObject({ code: 0, stdout: '' });
  expect(await wirebench(home, ['try', out])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('shop.v1.Orders/GetOrder'),
  });
  const source = ['new', '--proto', join(home, 'shop.proto')];
  const written = await wirebench(home, [...source, '--out', out, '--force']);
  expect(written).toMatchObject({ code: 0 });
  expect(readFileSync(out, 'utf8')).toContain('description: [shop.proto]');
  const tried = await wirebench(home, ['try', out, '--set', `service.grpc.address=${address}`]);
  expect(tried).toMatchObject({ code: 0 });
  const elsewhere = await wirebench(home, [...source, '--out', join(temporaryFolder(), 'a.yaml')]);
  expect(elsewhere).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Write the experiment into'),
  });
});

const file = (address: string) => `wirebench: 1
name: Own
service:
  grpc: {address: "${address}", headers: {x-key: k1}}
  requests:
    get:
      grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: "{{int 5 6}}"}}
      checks: [{path: $.orderId, matches: "^[56]$"}]
factors: {protocol: [grpc], shape: [get], users: [2]}
load: {model: closed, requests: 40, warmUp: 0s}
workers: 1
verify: all
timeout: 60s
`;

/** An HTTP/2 server that answers each call by a function. */
async function badServer(behave: (stream: ServerHttp2Stream) => void): Promise<string> {
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    behave(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const session of sessions) session.destroy();
    await closed;
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const accept = (stream: ServerHttp2Stream) =>
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' });

describe('a service with reflection', () => {
  it.each([[['v1']], [['v1alpha']], [['v1', 'v1alpha']]])(
    'is described by %s',
    async (versions) => {
      const { address } = await shop(versions);
      const found = await describeReflection(address, {}, null);
      expect(found).toMatchObject({ protocol: 'grpc', address, endpoint: {}, remarks: [] });
      expect(
        found.operations.map(({ name, changes, call }) => [name, changes, call.message]),
      ).toEqual([
        [
          'shop.v1.Orders/GetOrder',
          false,
          { order_id: 1, known: { key: { order_id: 1, by_card: 'by_card', note: 'note' } } },
        ],
        ['shop.v1.Orders/PutOrder', true, { order_id: 1, by_card: 'by_card', note: 'note' }],
      ]);
    },
  );

  it('is measured without a description', async () => {
    const service = await shop(['v1']);
    const { trials } = await runs.runToEnd(file(service.address));
    expect(trials.map(({ status, requests }) => [status, requests.ok])).toEqual([
      ['completed', 40],
    ]);
    expect(service.seen[0]?.headers).toMatchObject({ 'x-key': 'k1' });
  });
});

describe('a service without reflection', () => {
  it('is refused with the attempts', async () => {
    const { address } = await shop([]);
    const starting = runs.engine.client.runs.start({ text: file(address) });
    await expect(starting).rejects.toMatchObject({
      data: { code: 'SERVICE_INVALID', hint: expect.stringContaining('.proto') },
      message: expect.stringMatching(
        /requests\.get\.grpc: the gRPC service at .* \(v1: UNIMPLEMENTED.*; v1alpha: UNIMPLEMENTED/,
      ),
    });
  });

  it.each<[string, (stream: ServerHttp2Stream) => void, RegExp]>([
    [
      'requires authentication',
      (stream) =>
        stream.respond(
          { ':status': 200, 'grpc-status': '16', 'grpc-message': 'no%20token' },
          { endStream: true },
        ),
      /v1: UNAUTHENTICATED \(no token\); v1alpha: UNAUTHENTICATED/,
    ],
    [
      'answers with HTTP 401',
      (stream) => stream.respond({ ':status': 401 }, { endStream: true }),
      /v1: HTTP 401; v1alpha: HTTP 401/,
    ],
    ['resets the call', (stream) => stream.close(2), /v1: .*INTERNAL_ERROR.*; v1alpha: /],
    [
      'answers garbage',
      (stream) => {
        accept(stream);
        stream.write(prefixMessage(Buffer.alloc(99, 0xff)));
      },
      /cannot be read/,
    ],
    [
      'announces too much',
      (stream) => {
        accept(stream);
        stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]));
      },
      /larger than/,
    ],
    [
      'answers without end',
      (stream) => {
        accept(stream);
        for (let at = 0; at < 99; at++) stream.write(prefixMessage(Buffer.from([0x32, 0])));
      },
      /an unexpected answer|names no services/,
    ],
    [
      'ends early',
      (stream) => {
        accept(stream);
        stream.end();
      },
      /v1: it ended early; v1alpha: it ended early/,
    ],
  ])('is refused when it %s', async (_what, behave, message) => {
    const address = await badServer(behave);
    await expect(describeReflection(address, {}, null)).rejects.toMatchObject({
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

it('is right to refuse a call where a check wants its code', async () => {
  // It has no answer to the one, and so has nothing to write: INTERNAL.
  const { address } = await shop(['v1']);
  const { trials } = await runs.runToEnd(`wirebench: 1
name: Own
service:
  grpc: {address: "${address}"}
  requests:
    refused:
      grpc: {method: shop.v1.Orders/PutOrder, message: {order_id: 1}}
      checks: [{status: 13}]
    answered:
      grpc: {method: shop.v1.Orders/GetOrder, message: {order_id: 1}}
      checks: [{status: 13}]
factors: {protocol: [grpc], shape: [refused, answered], users: [2], client: [raw, library]}
load: {model: closed, requests: 20, warmUp: 0s}
verify: all
workers: 1
`);
  const of = (shape: string) => trials.filter(({ cell }) => cell.shape === shape);
  const right = { failure: null, errors: [], requests: { ok: 20, failed: 0 } };
  expect(of('refused')).toMatchObject([right, right]);
  const message = expect.stringContaining('gRPC OK instead of INTERNAL');
  const wrong = { failure: { code: 'TARGET_UNEXPECTED', message } };
  expect(of('answered')).toMatchObject([wrong, wrong]);
});
