import { type ClientHttp2Session, connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemCodec, protobufCodecs } from '../../services/protobuf/codecs.ts';
import { startRest, startRestProtobuf } from '../../services/rest/rest.ts';
import { startRestHttp2 } from '../../services/rest/rest-h2.ts';
import type { RunningService } from '../../services/service.ts';
import type { Message } from '../../workloads/description.ts';
import { partOf } from '../../workloads/http-fields.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { expectSame } from '../support/same-message.ts';
import {
  messageOf,
  sampler,
  samplerOperation,
  samplerOptions,
  simpleThing,
  thing,
} from '../support/sampler.ts';
import { removeTestIdentities, startService } from '../support/service.ts';

const protobufType = 'application/x-protobuf';
const codecs = protobufCodecs(sampler);
const things = codecs(thing);
/** What is left of a thing for the body where its id is in the path. */
const body = codecs(partOf(thing, thing.fields.slice(1)));
const octets = async (response: Response) => new Uint8Array(await response.arrayBuffer());

afterAll(removeTestIdentities);

describe('REST with Protobuf', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let base: string;
  beforeAll(async () => {
    service = await startRestProtobuf(watch.options);
    base = `http://127.0.0.1:${service.port}`;
  });
  afterAll(() => service.stop());

  const put = (id: string, bytes: Uint8Array, type = protobufType) =>
    fetch(`${base}/things/${encodeURIComponent(id)}`, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
    });

  it('carries every message as it is', async () => {
    await fc.assert(
      fc.asyncProperty(messageOf(thing), async (message) => {
        const id = `i${String(message.id)}`;
        const response = await put(id, body.encode(message));
        expect(response.headers.get('content-type')).toBe(protobufType);
        expectSame(things.decode(await octets(response)), { ...message, id });
      }),
      { numRuns: 60 },
    );
  });

  it('answers a GET, and nothing with nothing', async () => {
    const response = await fetch(`${base}/things/7?exact=1&tags=a`);
    const answer = codecs(samplerOperation('ask').response).decode(await octets(response));
    expect(answer.question).toEqual({ id: '7', tags: ['a'], exact: true });
    const reset = await fetch(`${base}/reset`, { method: 'POST' });
    expect([reset.status, reset.headers.get('content-length')]).toEqual([200, '0']);
  });

  it.each([
    ['invalid', 400, null],
    ['absent', 404, null],
    ['twice', 409, null],
    ['pool', 503, 'pool'],
    ['broken', 500, null],
  ])('answers %s with %d and a Problem', async (id, status, mark) => {
    const response = await fetch(`${base}/things/${id}`, { method: 'DELETE' });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(protobufType);
    expect(response.headers.get('x-wirebench-refusal')).toBe(mark);
    const problem = problemCodec.decode(await octets(response));
    expect(problem).toEqual({ status, message: expect.stringMatching(/\w/) });
  });

  it('names a stamp of no day, and one without a day', async () => {
    const { soldAt: _soldAt, ...unsold } = simpleThing;
    for (const stamp of ['820107 08e90f 1002 181d', '820100']) {
      const sold = Buffer.from(stamp.replaceAll(' ', ''), 'hex');
      const response = await put('1', Buffer.concat([body.encode(unsold), sold]));
      expect(response.status).toBe(400);
      const { message } = problemCodec.decode(await octets(response));
      expect(message).toContain('soldAt: expected a date such as');
    }
  });

  it('takes no other format', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const response = await put('1', Buffer.from('{}'), type);
      expect(response.status).toBe(415);
      expect(problemCodec.decode(await octets(response)).status).toBe(415);
    }
  });

  it('survives whatever comes as a body, and counts it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        const before = watch.answers();
        const response = await put('1', bytes);
        const answer = await octets(response);
        expect([200, 400]).toContain(response.status);
        if (response.status === 400) expect(problemCodec.decode(answer).status).toBe(400);
        expect(watch.answers()).toBe(before + 1);
      }),
      { numRuns: 80 },
    );
  });
});

describe.each([
  ['rest', startRest, 'application/json'],
  ['rest-protobuf', startRestProtobuf, protobufType],
] as const)('%s with negotiated formats', (_name, start, own) => {
  const { options } = samplerOptions({ formats: 'negotiated' });
  let service: RunningService;
  beforeEach(async () => {
    service = await start(options);
  });
  afterEach(() => service.stop());

  const message: Message = { ...simpleThing, id: '1' };
  const { id: _id, ...fields } = message;
  const json = JSON.stringify({ ...fields, picture: 'AP8K' });
  const sent: Readonly<Record<string, string | Buffer>> = {
    'application/json': json,
    [protobufType]: Buffer.from(body.encode(message)),
  };

  it.each([
    ['application/json', undefined, 'application/json'],
    [protobufType, undefined, protobufType],
    ['application/json', protobufType, protobufType],
    [protobufType, 'application/json', 'application/json'],
    [protobufType, '*/*', protobufType],
    ['application/json', `application/json;q=0.5, ${protobufType}`, protobufType],
  ])('takes %s and answers to Accept %s with %s', async (type, accept, answered) => {
    const response = await fetch(`http://127.0.0.1:${service.port}/things/1`, {
      method: 'PUT',
      headers: { 'content-type': type, ...(accept ? { accept } : {}) },
      body: sent[type] ?? '',
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(answered);
    const bytes = await octets(response);
    const read =
      answered === protobufType
        ? things.decode(bytes)
        : canonicalMessage(thing, JSON.parse(Buffer.from(bytes).toString()));
    expectSame(read, message);
  });

  it('answers in its own format where nothing is wished for, and errors too', async () => {
    for (const path of ['/things/1?exact=1', '/things/1']) {
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`);
      expect(response.headers.get('content-type')).toContain(own);
      await response.arrayBuffer();
    }
  });
});

/** One request over HTTP/2. */
async function ask(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  content: string | null = null,
) {
  const stream = session.request(headers, { endStream: content === null });
  if (content !== null) stream.end(content);
  const status = new Promise<number>((resolve) => {
    stream.once('response', (answer) => resolve(Number(answer[':status'])));
  });
  return { body: await text(stream), status: await status };
}

describe('REST over HTTP/2', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let session: ClientHttp2Session;
  beforeAll(async () => {
    service = await startRestHttp2(watch.options);
    session = connect(`http://127.0.0.1:${service.port}`);
  });
  afterAll(async () => {
    session.destroy();
    await service.stop();
  });

  const json = { 'content-type': 'application/json' };

  it('answers many requests on one connection at once', async () => {
    const { id: _id, ...fields } = simpleThing;
    const content = JSON.stringify({ ...fields, picture: 'AP8K' });
    const before = watch.answers();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        ask(session, { ':method': 'PUT', ':path': `/things/${index}`, ...json }, content),
      ),
    );
    answers.forEach(({ status, body: answer }, index) => {
      expect(status).toBe(200);
      expect(JSON.parse(answer)).toMatchObject({ id: String(index), colour: 'DEEP_BLUE' });
    });
    expect(watch.answers()).toBe(before + 300);
  });

  it('answers queries, nothing, and what is refused as REST does', async () => {
    const asked = await ask(session, { ':path': '/things/7?exact=true&limit=2' });
    expect(JSON.parse(asked.body).question).toEqual({ id: '7', tags: [], limit: 2, exact: true });
    expect(await ask(session, { ':method': 'POST', ':path': '/reset' })).toEqual({
      status: 200,
      body: '',
    });
    const pool = await ask(session, { ':method': 'DELETE', ':path': '/things/pool' });
    expect(pool.status).toBe(503);
    expect((await ask(session, { ':path': '/nowhere' })).status).toBe(404);
    const broken = await ask(session, { ':method': 'PUT', ':path': '/things/1', ...json }, '{');
    expect(broken.status).toBe(400);
  });

  it('carries long messages', async () => {
    const { id: _id, ...fields } = simpleThing;
    const note = 'ä'.repeat(2_000_000);
    const content = JSON.stringify({ ...fields, picture: '', note });
    const { body: answer } = await ask(
      session,
      { ':method': 'PUT', ':path': '/things/1', ...json },
      content,
    );
    expect(JSON.parse(answer).note === note).toBe(true);
  });

  it('is chosen by ALPN over TLS', async () => {
    const secure = await startService({ protocol: 'rest-h2', tls: 'on' });
    const over = connect(`https://localhost:${secure.port}`, { ca: secure.ca });
    expect((await ask(over, { ':path': '/health' })).body).toBe('{"status":"ok"}');
    expect(over.alpnProtocol).toBe('h2');
    over.destroy();
    expect(await secure.stop()).toBe(0);
  });
});
