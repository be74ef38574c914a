import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bothWays, bytesOf, measuredLayers, wireDocumentSchema } from '../../../contracts/wire.ts';
import { wirebench } from '../../support/command-line.ts';
import { inOneFile } from '../../support/own-orders.ts';
import { ownGrpcService, ownHttpService } from '../../support/own-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const secret = 'tok&en<"7"> with signs, and long enough to be cut somewhere in the middle of it';
const forms = [secret, 'tok&amp;en', 'tok&en<\\"7', 'tok%26en', 'with signs, and long'];

/** Its orders have a field whose name suggests a secret. */
const withSecret = inOneFile.replace('Money price = 2;', 'Money price = 2; string pwd = 3;');

it('shows what every byte of a request to one’s own service is for, but no secret', async () => {
  const echo = ({ body, path }: { body: string; path: string }) => ({
    status: 200,
    body: JSON.stringify({ got: body, path, filled: 'x'.repeat(180), secret }),
  });
  const [rest, h2, grpc] = await Promise.all([
    ownHttpService(echo),
    ownHttpService(echo, 2),
    ownGrpcService(withSecret, 'shop.v1.Orders', {
      GetOrder: () => ({ order_id: 7, price: { currency: secret, units: 5 }, pwd: 'a b c' }),
    }),
  ]);
  onTestFinished(async () => {
    await Promise.all([rest, h2, grpc].map((service) => service.close()));
  });
  const folder = temporaryFolder();
  const file = join(folder, 'own.bench.yaml');
  writeFileSync(join(folder, 'orders.proto'), withSecret);
  writeFileSync(
    file,
    `wirebench: 1
name: Own
service:
  rest: {address: "${rest.address}/", headers: {authorization: "Bearer \${WIRE_SECRET}", x-more: "a \${WIRE_SECRET}"}}
  rest-h2: {address: "${h2.address}", headers: {x-more: "b \${WIRE_SECRET}"}}
  grpc: {address: "${grpc.address}", description: orders.proto, headers: {x-more: "c \${WIRE_SECRET}"}}
  requests:
    get:
      rest: {path: "/orders", query: {key: "\${WIRE_SECRET}"}, body: {note: "\${WIRE_SECRET}"}}
      grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{int 5 6}}"}}
factors: {protocol: [rest, rest-h2, grpc], shape: [get], users: [1]}
load: {model: closed, requests: 10}
`,
  );
  vi.stubEnv('WIRE_SECRET', secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { code, stdout, stderr } = await wirebench(temporaryFolder(), ['wire', file, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  const { captures } = wireDocumentSchema.parse(JSON.parse(stdout));
  expect(captures.map(({ protocol, shape, calls }) => [protocol, shape, calls.length])).toEqual([
    ['rest', 'get', 2],
    ['rest-h2', 'get', 2],
    ['grpc', 'get', 2],
  ]);
  for (const { recorded, countedByDriver, calls, close, messages } of captures) {
    expect(recorded).toEqual(countedByDriver);
    const sections = [...calls.flatMap(({ setUp, exchange }) => [setUp, exchange]), close];
    const sum = sections.reduce(
      (total, one) => total + (one ? bytesOf(bothWays(one), measuredLayers) : 0),
      0,
    );
    expect(sum).toBe(recorded.sent + recorded.received);
    const bytes = messages.map(({ head, tail }) =>
      [head, tail].map((one) => Buffer.from(one, 'base64').toString('latin1')).join(''),
    );
    for (const form of forms) {
      expect([form, stdout.includes(form), bytes.join('').includes(form)]).toEqual([
        form,
        false,
        false,
      ]);
    }
    expect(messages.flatMap(({ parts }) => parts.map(({ field }) => field?.value))).toContainEqual(
      expect.stringContaining('•••'),
    );
  }
  // Fields go by the names of their types, and what such a name promises is hidden.
  const ofGrpc = captures.flatMap(({ protocol, messages }) =>
    protocol === 'grpc' ? messages.flatMap(({ parts }) => parts.map(({ field }) => field)) : [],
  );
  for (const [name, value] of [
    ['order_id', expect.stringMatching(/^[56]$/)],
    ['units', '5'],
    ['pwd', '•••'],
  ]) {
    expect(ofGrpc).toContainEqual({ name: `value of ${name}`, value });
  }
  // The service sees the same as in a run, and not the recorder's address.
  expect(rest.seen.map(({ headers }) => headers.host)).toEqual([
    new URL(rest.address).host,
    new URL(rest.address).host,
  ]);
  expect(h2.seen[0]?.headers[':authority']).toBe(new URL(h2.address).host);
});

it('reveals no secret of a call that fails', async () => {
  const refusing = await ownHttpService(({ headers }) => ({
    status: 403,
    body: `no ${headers.authorization}`,
  }));
  onTestFinished(() => refusing.close());
  const file = join(temporaryFolder(), 'own.bench.yaml');
  writeFileSync(
    file,
    `wirebench: 1
name: Own
service:
  rest: {address: "${refusing.address}", headers: {authorization: "Bearer \${WIRE_SECRET}"}}
  requests: {get: {rest: {path: /x}}}
factors: {protocol: [rest], users: [1]}
load: {model: closed, requests: 10}
`,
  );
  vi.stubEnv('WIRE_SECRET', secret);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { code, stderr } = await wirebench(temporaryFolder(), ['wire', file]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('HTTP 403: no Bearer •••');
  for (const form of forms) expect(stderr).not.toContain(form);
});
