import {
  credentials,
  loadPackageDefinition,
  type ServiceClientConstructor,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import fc from 'fast-check';
import { type Client, createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPackage } from '../../services/grpc/definition.ts';
import { startGrpc } from '../../services/grpc/grpc.ts';
import { startRest } from '../../services/rest/rest.ts';
import type { RunningService } from '../../services/service.ts';
import { startSoap } from '../../services/soap/soap.ts';
import type { Message } from '../../workloads/description.ts';
import {
  canonicalMessage,
  plainReading,
  protobufReading,
} from '../../workloads/messages/canonical.ts';
import { protobufForm } from '../../workloads/messages/protobuf-form.ts';
import { expectSame } from '../support/same-message.ts';
import { messageOf, sampler, samplerOptions, simpleThing, thing } from '../support/sampler.ts';

const texts = { ...plainReading, texts: true };
const formed = protobufForm(thing);
describe('REST of any workload', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let base: string;
  beforeAll(async () => {
    service = await startRest(watch.options);
    base = `http://127.0.0.1:${service.port}`;
  });
  afterAll(() => service.stop());

  const toJson = (value: unknown) =>
    JSON.stringify(value, (_key, one) =>
      one instanceof Uint8Array ? Buffer.from(one).toString('base64') : one,
    );
  const put = (id: string, body: unknown) =>
    fetch(`${base}/things/${encodeURIComponent(id)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: toJson(body),
    });

  it('carries every message as it is', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const id = `i${String(message.id)}`;
        const { id: _id, ...body } = message;
        const response = await put(id, body);
        expect(response.status).toBe(200);
        expectSame(canonicalMessage(thing, await response.json()), { ...message, id });
      }),
      { numRuns: 60 },
    );
  });

  it('says null for what is absent', async () => {
    const answer = (await (await put('1', simpleThing)).json()) as object;
    expect(answer).toMatchObject({ note: null, sparePart: null, limit: null, shade: null });
    expect(answer).toHaveProperty('parts.0', { label: 'p', weight: null, colour: 'RED' });
  });

  it('reads path and query as texts', async () => {
    const url = `${base}/things/a%20b%2F%C3%A4?tags=x&tags=y%26&limit=-7&exact=true&other=1`;
    const { question } = (await (await fetch(url)).json()) as { question: object };
    expect(question).toEqual({ id: 'a b/ä', tags: ['x', 'y&'], limit: -7, exact: true });
  });

  it.each([
    ['?limit=x&exact=true', /limit: expected a number/],
    ['?limit=2.5&exact=true', /limit: expected a whole number/],
    ['?exact=maybe', /exact: expected true or false/],
    ['', /exact: expected true or false/],
  ])('refuses the query %j', async (query, message) => {
    const response = await fetch(`${base}/things/1${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(message),
    });
  });

  it('answers nothing with an empty body', async () => {
    const response = await fetch(`${base}/reset`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
  });

  it.each([
    ['fine', 200, null],
    ['invalid', 400, null],
    ['absent', 404, null],
    ['twice', 409, null],
    ['pool', 503, 'pool'],
    ['broken', 500, null],
  ])('answers %s with %d', async (id, wanted, mark) => {
    const before = watch.answers();
    const response = await fetch(`${base}/things/${id}`, { method: 'DELETE' });
    expect(response.status).toBe(wanted);
    expect(response.headers.get('x-wirebench-refusal')).toBe(mark);
    expect(watch.answers()).toBe(before + 1);
  });

  it('names the place of what does not fit', async () => {
    const response = await put('1', { ...simpleThing, parts: [{ label: 'x', colour: 'GREEN' }] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/parts\/0\/colour/),
    });
    const never = await put('1', { ...simpleThing, soldAt: '2025-02-29' });
    expect(never.status).toBe(400);
    expect(await never.json()).toMatchObject({
      message: expect.stringContaining('soldAt: expected a date such as'),
    });
  });

  it('survives whatever comes as a query or a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.json(), async (query, body) => {
        const before = watch.answers();
        const got = await fetch(
          `${base}/things/1?${encodeURI(query.toWellFormed()).replaceAll('#', '')}`,
        );
        await got.arrayBuffer();
        const sent = await put('1', JSON.parse(body));
        await sent.arrayBuffer();
        for (const { status: code } of [got, sent]) expect([200, 400, 414]).toContain(code);
        expect(watch.answers()).toBe(before + 2);
      }),
      { numRuns: 60 },
    );
  });
});

describe('SOAP of any workload', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    service = await startSoap(watch.options);
    const url = `http://127.0.0.1:${service.port}/soap/product?wsdl`;
    client = await createClientAsync(url, { preserveWhitespace: true, disableCache: true });
  });
  afterAll(() => service.stop());

  const call = async (method: string, request: unknown): Promise<unknown> =>
    (await Reflect.get(client, `${method}Async`).call(client, request))[0];
  const post = async (body: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${service.port}/soap/product`, {
      method: 'POST',
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
    });
    return response.text();
  };

  it('carries every message as it is', async () => {
    const { elementsOf, readElement } = await import('../../services/soap/values.ts');
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const answer = await call('Save', elementsOf(thing, message));
        expectSame(readElement(thing, answer), message);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves out what is absent, and understands what is indented', async () => {
    const text = await post(`
      <AskRequest xmlns="urn:wirebench:product:v1">
        <id>1</id>
        <tags>x</tags>
        <tags>y</tags>
        <exact> true </exact>
      </AskRequest>`);
    expect(text).toContain(
      '<question><id>1</id><tags>x</tags><tags>y</tags><exact>true</exact></question>',
    );
    expect(text).not.toContain('<note');
  });

  it('answers nothing with an empty element', async () => {
    expect(await post('<ResetRequest xmlns="urn:wirebench:product:v1"/>')).toMatch(
      /<ResetResponse[^>]*(\/>|><\/ResetResponse>)/,
    );
  });

  it.each([
    ['invalid', 'Client'],
    ['absent', 'Client.NotFound'],
    ['twice', 'Client.Conflict'],
    ['pool', 'Server.Pool'],
    ['broken', 'Server'],
  ])('answers %s with the fault %s', async (id, code) => {
    const text = await post(
      `<DropRequest xmlns="urn:wirebench:product:v1"><id>${id}</id></DropRequest>`,
    );
    expect(text).toContain(`<faultcode>soap:${code}</faultcode>`);
  });

  it.each(['12 apples', '', 'NaN', '1.5', '2147483648'])(
    'refuses the whole number %j',
    async (limit) => {
      const text = await post(
        `<AskRequest xmlns="urn:wirebench:product:v1"><id>1</id><limit>${limit}</limit><exact>1</exact></AskRequest>`,
      );
      expect(text).toContain('limit: expected');
    },
  );
});

describe('gRPC of any workload', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let client: InstanceType<ServiceClientConstructor>;
  beforeAll(async () => {
    service = await startGrpc(watch.options);
    const packages = loadPackageDefinition(loadPackage(sampler));
    const Sampler = ['wirebench', 'sampler', 'v1', 'SamplerService'].reduce<unknown>(
      (at, name) => Reflect.get(Object(at), name),
      packages,
    ) as ServiceClientConstructor;
    client = new Sampler(`127.0.0.1:${service.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  const call = (method: string, request: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      Reflect.get(client, method).call(
        client,
        request,
        (error: ServiceError | null, answer: unknown) => (error ? reject(error) : resolve(answer)),
      );
    });

  it('carries every message as it is', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        expectSame(
          canonicalMessage(thing, await call('save', formed(message)), protobufReading),
          message,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('names a stamp of no day', async () => {
    const never = { ...formed(simpleThing), soldAt: { year: 2025, month: 2, day: 29 } };
    await expect(call('save', never)).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining('soldAt: expected a date such as'),
    });
  });

  it('answers nothing with nothing', async () => {
    expect(await call('reset', {})).toEqual({});
  });

  it.each([
    ['invalid', status.INVALID_ARGUMENT],
    ['absent', status.NOT_FOUND],
    ['twice', status.ALREADY_EXISTS],
    ['pool', status.RESOURCE_EXHAUSTED],
    ['broken', status.INTERNAL],
  ])('answers %s with code %d', async (id, code) => {
    const details = expect.stringMatching(id === 'pool' ? /^pool: / : /\w/);
    await expect(call('drop', { id })).rejects.toMatchObject({ code, details });
  });

  it('streams answers, all of them, and counts one request', async () => {
    const before = watch.answers();
    const stream = Reflect.get(client, 'count').call(client, { id: '1', limit: 2000, exact: true });
    const counts: number[] = [];
    for await (const one of stream) counts.push(one.count);
    expect(counts).toEqual(Array.from({ length: 2000 }, (_, index) => index));
    expect(watch.answers()).toBe(before + 1);
  });

  it('takes a stream of requests', async () => {
    const answer = await new Promise<Record<string, Message[]>>((resolve, reject) => {
      const stream = Reflect.get(client, 'collect').call(
        client,
        (error: ServiceError | null, value: never) => (error ? reject(error) : resolve(value)),
      );
      for (let count = 0; count < 50; count++) stream.write(formed({ ...simpleThing, count }));
      stream.end();
    });
    expect(answer.things?.map(({ count }) => count)).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
  });
});

it('reads texts of XML as what they stand for', () => {
  expect(
    canonicalMessage(sampler.operations.ask.request, { id: '', tags: 'x', exact: '0' }, texts),
  ).toEqual({
    id: '',
    tags: ['x'],
    exact: false,
  });
});
