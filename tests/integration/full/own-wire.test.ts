import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { bothWays, bytesOf, measuredLayers, wireDocumentSchema } from '../../../contracts/wire.ts';
import { wirebench } from '../../support/command-line.ts';
import { inOneFile } from '../../support/own-orders.ts';
import { ownExperiment, ownGrpcService, ownHttpService } from '../../support/own-services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const secret = 'tok&en<"7"> with signs, and long enough to be cut somewhere in the middle of it';
const forms = [secret, 'tok&amp;en', 'tok&en<\\"7', 'tok%26en', 'with signs, and long'];
beforeEach(() => {
  vi.stubEnv('WIRE_SECRET', secret);
  return () => void vi.unstubAllEnvs();
});

/** Its orders have a field whose name suggests a secret. */
const withSecret = inOneFile.replace('Money price = 2;', 'Money price = 2; string pwd = 3;');

function recorded(service: string, protocols: string, ...more: string[]) {
  const text = ownExperiment(service, `protocol: [${protocols}], shape: [get], users: [1]`);
  const folder = temporaryFolder({ 'own.bench.yaml': text, 'orders.proto': withSecret });
  return wirebench(temporaryFolder(), ['wire', join(folder, 'own.bench.yaml'), ...more]);
}

it('shows what every byte of a request to one’s own service is for, but no secret', async () => {
  const echo = ({ body, path }: { body: string; path: string }) =>
    JSON.stringify({ got: body, path, filled: 'x'.repeat(180), secret });
  const [rest, h2] = [await ownHttpService(echo), await ownHttpService(echo, 2)];
  const grpc = await ownGrpcService(withSecret, 'shop.v1.Orders', {
    GetOrder: () => ({ order_id: 7, price: { currency: secret, units: 5 }, pwd: 'a b c' }),
  });
  const { code, stdout, stderr } = await recorded(
    `  rest: {address: "${rest.address}/", headers: {authorization: "Bearer \${WIRE_SECRET}", x-more: "a \${WIRE_SECRET}"}}
  rest-h2: {address: "${h2.address}", headers: {x-more: "b \${WIRE_SECRET}"}}
  grpc: {address: "${grpc.address}", description: orders.proto, headers: {x-more: "c \${WIRE_SECRET}"}}
  requests:
    get:
      rest: {path: "/orders", query: {key: "\${WIRE_SECRET}"}, body: {note: "\${WIRE_SECRET}"}}
      grpc: {method: shop.v1.Orders/GetOrder, message: {orderId: "{{int 5 6}}"}}`,
    'rest, rest-h2, grpc',
    '--json',
  );
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
    const shown = [stdout, bytes.join('')];
    expect(forms.filter((form) => shown.some((text) => text.includes(form)))).toEqual([]);
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
  const { host } = new URL(rest.address);
  expect(rest.seen.map(({ headers }) => headers.host)).toEqual([host, host]);
  expect(h2.seen[0]?.headers[':authority']).toBe(new URL(h2.address).host);
});

it('reveals no secret of a call that fails', async () => {
  const body = `no Bearer ${secret}`;
  const { address } = await ownHttpService(() => ({ status: 403, body }));
  const { code, stderr } = await recorded(
    `  rest: {address: "${address}", headers: {authorization: "Bearer \${WIRE_SECRET}"}}
  requests: {get: {rest: {path: /x}}}`,
    'rest',
  );
  expect(code).not.toBe(0);
  expect(stderr).toContain('HTTP 403: no Bearer •••');
  expect(forms.filter((form) => stderr.includes(form))).toEqual([]);
});
