import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { credentials, makeClientConstructor, status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Protocol } from '../contracts/words.ts';
import { expectSame } from '../tests/support/same-message.ts';
import { sampler, samplerOptions, simpleThing, thing } from '../tests/support/sampler.ts';
import { grpcPathOf, type Message } from '../workloads/description.ts';
import { partOf } from '../workloads/http-fields.ts';
import { canonicalMessage } from '../workloads/messages/canonical.ts';
import { problemCodec, protobufCodecs } from './protobuf/codecs.ts';
import { protocolServices } from './registry.ts';
import type { ServiceOptions } from './service.ts';

const jsonType = 'application/json';
const protobufType = 'application/x-protobuf';
const codecs = protobufCodecs(sampler);
/** What is left of a thing for the body where its id is in the path. */
const body = codecs(partOf(thing, thing.fields.slice(1)));
const octets = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const { id: _id, ...fields } = simpleThing;
const fieldsOfJson = { ...fields, picture: 'AP8K' };

/** A service of the sampler in this process. */
async function startSampler(protocol: Protocol, more: Partial<ServiceOptions> = {}) {
  const watch = samplerOptions(more);
  const service = await (await protocolServices[protocol].service())(watch.options);
  return { service, base: `http://127.0.0.1:${service.port}`, answers: watch.answers };
}

/** A service of the sampler for the tests of a suite. */
function serving(protocol: Protocol, more: Partial<ServiceOptions> = {}) {
  let started: Awaited<ReturnType<typeof startSampler>>;
  beforeAll(async () => {
    started = await startSampler(protocol, more);
  });
  afterAll(() => started.service.stop());
  return {
    port: () => started.service.port,
    ask: (path: string, init: RequestInit = {}) => fetch(started.base + path, init),
    answers: () => started.answers(),
  };
}

/** A service for a suite with one format, how it takes a thing, and how it refuses. */
function servingOneFormat(protocol: 'rest' | 'rest-protobuf') {
  const service = serving(protocol);
  const own = protocol === 'rest' ? jsonType : protobufType;
  const put = (content: string | Uint8Array, type = own) =>
    service.ask('/things/1', {
      method: 'PUT',
      headers: { 'content-type': type },
      body: typeof content === 'string' ? content : Buffer.from(content),
    });
  /** The status and message of what refuses. */
  const refusal = async (response: Response) => {
    expect(response.headers.get('content-type')).toContain(own);
    const told = await octets(response);
    const problem =
      protocol === 'rest' ? JSON.parse(Buffer.from(told).toString()) : problemCodec.decode(told);
    const code = protocol === 'rest' ? problem.statusCode : problem.status;
    return [response.status, code, problem.message];
  };
  return { ...service, own, put, refusal };
}

describe.each(['rest', 'rest-protobuf'] as const)('%s', (protocol) => {
  const { ask, answers, own, put, refusal } = servingOneFormat(protocol);

  it.each([
    ['?limit=x&exact=true', 'limit: expected a number'],
    ['?limit=2.5&exact=true', 'limit: expected a whole number'],
    ['?exact=maybe', 'exact: expected true or false'],
    ['', 'exact: expected true or false'],
  ])('refuses the query %j', async (query, message) => {
    const response = await ask(`/things/1${query}`);
    expect(await refusal(response)).toEqual([400, 400, expect.stringContaining(message)]);
  });

  it('takes no other format, and counts that it said so', async () => {
    const before = answers();
    for (const type of [own === jsonType ? protobufType : jsonType, 'text/xml']) {
      expect(await refusal(await put('{}', type))).toEqual([415, 415, expect.any(String)]);
    }
    expect(await refusal(await ask('/nowhere'))).toEqual([404, 404, expect.any(String)]);
    expect(answers() - before).toBe(3);
  });

  /** A well-formed refusal, or an answer that can be read; each is counted. */
  async function expectSaid(response: Response, statuses: readonly number[], before: number) {
    expect(statuses).toContain(response.status);
    if (response.status === 200) await response.arrayBuffer();
    else {
      const { status: code } = response;
      expect(await refusal(response)).toEqual([code, code, expect.stringMatching(/\w/)]);
    }
    expect(answers()).toBe(before + 1);
  }

  it('survives whatever comes as a body', async () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(content, async (given) => {
        const before = answers();
        await expectSaid(await put(given), [200, 400], before);
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    ['/%', 400],
    ['/%ff', 400],
    ['/things/%zz', 400],
    ['/%c3', 400],
    [`/things/${'a'.repeat(101)}`, 414],
  ])('refuses the path %j with %i, and counts it', async (path, status) => {
    const before = answers();
    const told = await refusal(await ask(path));
    expect(told).toEqual([status, status, expect.stringContaining(path.slice(1))]);
    expect(answers()).toBe(before + 1);
  });
});

describe('JSON', () => {
  const { port, put, refusal } = servingOneFormat('rest');

  it.each([
    [{ parts: [{ label: 'x', colour: 'GREEN' }] }, 'parts/0/colour'],
    [{ soldAt: '2025-02-29' }, 'soldAt: expected a date such as'],
    [{ count: 'x' }, 'count must be'],
  ])('names the place of %j', async (wrong, message) => {
    const response = await put(JSON.stringify({ ...fieldsOfJson, ...wrong }));
    expect(await refusal(response)).toEqual([400, 400, expect.stringContaining(message)]);
  });

  it('says null for what is absent', async () => {
    const answer = await (await put(JSON.stringify(fieldsOfJson))).json();
    expect(answer).toMatchObject({ note: null, sparePart: null, limit: null, shade: null });
    expect(answer).toHaveProperty('parts.0', { label: 'p', weight: null, colour: 'RED' });
  });

  it('refuses a request for two hosts', async () => {
    const socket = connect(port(), '127.0.0.1');
    socket.end('GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('more than one Host header');
  });
});

describe('Protobuf', () => {
  const { put, refusal } = servingOneFormat('rest-protobuf');

  it.each(['820107 08e90f 1002 181d', '820100'])('names the stamp of no day %s', async (stamp) => {
    const { soldAt: _soldAt, ...unsold } = simpleThing;
    const sold = Buffer.from(stamp.replaceAll(' ', ''), 'hex');
    const response = await put(Buffer.concat([body.encode(unsold), sold]));
    const message = expect.stringContaining('soldAt: expected a date such as');
    expect(await refusal(response)).toEqual([400, 400, message]);
  });
});

describe.each(['rest', 'rest-protobuf'] as const)('%s with negotiated formats', (protocol) => {
  const { ask } = serving(protocol, { formats: 'negotiated' });
  const message: Message = { ...simpleThing, id: '1' };

  it.each([
    [jsonType, undefined, jsonType],
    [protobufType, undefined, protobufType],
    [jsonType, protobufType, protobufType],
    [protobufType, jsonType, jsonType],
    [protobufType, '*/*', protobufType],
    [jsonType, `${jsonType};q=0.5, ${protobufType}`, protobufType],
  ])('takes %s and answers to Accept %s with %s', async (type, accept, answered) => {
    const response = await ask('/things/1', {
      method: 'PUT',
      headers: { 'content-type': type, ...(accept ? { accept } : {}) },
      body: type === jsonType ? JSON.stringify(fieldsOfJson) : Buffer.from(body.encode(message)),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(answered);
    const bytes = await octets(response);
    const read =
      answered === protobufType
        ? codecs(thing).decode(bytes)
        : canonicalMessage(thing, JSON.parse(Buffer.from(bytes).toString()));
    expectSame(read, message);
  });
});

describe('SOAP', () => {
  const { ask, answers } = serving('soap');
  const namespace = 'urn:wirebench:product:v1';
  const post = async (content: string) => {
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
    const response = await ask('/soap/product', { method: 'POST', body: envelope });
    return response.text();
  };

  it('leaves out what is absent, and understands what is indented', async () => {
    const answer = await post(`
      <AskRequest xmlns="${namespace}">
        <id>1</id>
        <tags>x</tags>
        <tags>y</tags>
        <exact> true </exact>
      </AskRequest>`);
    expect(answer).toContain(
      '<question><id>1</id><tags>x</tags><tags>y</tags><exact>true</exact></question>',
    );
    expect(answer).not.toContain('<note');
    expect(await post(`<ResetRequest xmlns="${namespace}"/>`)).toMatch(
      /<ResetResponse[^>]*(\/>|><\/ResetResponse>)/,
    );
  });

  it.each([
    ['an unknown operation', `<Other xmlns="${namespace}"/>`, /Other/],
    ['an answer', `<AskResponse xmlns="${namespace}"/>`, /not a request/],
    ['broken XML', '<a', /Invalid character in tag name/],
    ['a missing field', `<AskRequest xmlns="${namespace}"><id>1</id></AskRequest>`, /exact/],
    [
      'no number',
      `<AskRequest xmlns="${namespace}"><id>1</id><limit>NaN</limit><exact>1</exact></AskRequest>`,
      /limit: expected/,
    ],
  ])('says in a fault what is wrong with %s, and counts it', async (_title, content, message) => {
    const before = answers();
    const answer = await post(content);
    expect(answer).toContain('<faultcode>soap:Client</faultcode>');
    expect(/<faultstring>(.*)<\/faultstring>/s.exec(answer)?.[1]).toMatch(message);
    expect(answers() - before).toBe(1);
  });
});

it('GraphQL survives whatever comes as a document, with whatever variables', async () => {
  const { service, base, answers } = await startSampler('graphql');
  onTestFinished(() => service.stop());
  const words =
    'query mutation { } ( ) ask drop id: "pool" $a : String! ... on fragment F Answer @skip(if:true) __typename [ ] exact:true tags:[] # """';
  const document = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 40 }).map((some) => some.join(' ')),
  );
  const request = fc.record({ query: document, variables: fc.jsonValue() });
  const content = fc.oneof(
    { weight: 5, arbitrary: request.map((one) => JSON.stringify(one)) },
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(content, async (given) => {
      const before = answers();
      const response = await fetch(`${base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': jsonType },
        body: given,
      });
      const result = Object(await response.json());
      expect([200, 400]).toContain(response.status);
      if (response.status === 200) expect(result).toHaveProperty('data');
      else {
        const message = expect.stringMatching(/\w/);
        expect(result.errors?.[0]).toMatchObject({ message, extensions: { code: 'INVALID' } });
      }
      expect(answers()).toBe(before + 1);
    }),
    { numRuns: 200 },
  );
});

it('gRPC names a stamp of no day, and counts calls but no probe', async () => {
  const { service, answers } = await startSampler('grpc');
  const Plain = makeClientConstructor({}, 'Plain');
  const client = new Plain(`127.0.0.1:${service.port}`, credentials.createInsecure());
  onTestFinished(async () => {
    client.close();
    await service.stop();
  });
  const call = (path: string, bytes: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      const same = (value: Buffer) => value;
      client.makeUnaryRequest(path, same, same, Buffer.from(bytes), (error, answer) =>
        answer ? resolve(answer) : reject(error),
      );
    });
  const { soldAt: _soldAt, ...unsold } = simpleThing;
  const never = Buffer.from('82010708e90f1002181d', 'hex');
  const sent = Buffer.concat([codecs(thing).encode(unsold), never]);
  await expect(call(grpcPathOf(sampler, sampler.operations.save), sent)).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: expect.stringContaining('soldAt: expected a date such as'),
  });
  expect(answers()).toBe(1);
  const health = await call('/grpc.health.v1.Health/Check', Buffer.alloc(0));
  expect(health).toEqual(Buffer.from([8, 1]));
  expect(answers()).toBe(1);
});
