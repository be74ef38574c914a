import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import { expectSame } from '../../tests/support/same-message.ts';
import { sampler, samplerOptions, simpleThing } from '../../tests/support/sampler.ts';
import { openApiOf } from '../../workloads/interfaces/openapi.ts';
import { teamDescription } from '../../workloads/team/messages.ts';
import { bodies, HeldBody } from '../body-memory.ts';
import { problemCodec, protobufCodecs } from '../protobuf/codecs.ts';
import { protocolServices } from '../registry.ts';
import type { RunningService } from '../service.ts';
import { openTeam } from '../workloads/team.ts';
import { windowBytes } from './rest-h2.ts';

interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}
type Ask = (
  method: string,
  path: string,
  body?: string | Uint8Array,
  type?: string,
) => Promise<Told>;

const json = 'application/json; charset=utf-8';
const protobuf = 'application/x-protobuf';

/** A client of a service over either version of HTTP. */
function clientOf(protocol: 'rest' | 'rest-h2' | 'rest-protobuf', port: number): Ask {
  const own = protocol === 'rest-protobuf' ? protobuf : 'application/json';
  if (protocol !== 'rest-h2') {
    return async (method, path, body, type = own) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: Buffer.from(body), headers: { 'content-type': type } }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
  }
  let session: ClientHttp2Session | undefined;
  return async (method, path, body, type = own) => {
    if (!session) {
      session = connectHttp2(`http://127.0.0.1:${port}`);
      session.on('error', () => undefined);
    }
    const stream = session.request({
      ':method': method,
      ':path': path,
      ...(body === undefined ? {} : { 'content-type': type }),
    });
    stream.end(body);
    const [head] = await once(stream, 'response');
    return { status: head[':status'], headers: head, body: await buffer(stream) };
  };
}

describe.each(['rest', 'rest-h2', 'rest-protobuf'] as const)('%s', (protocol) => {
  const watch = samplerOptions();
  let service: RunningService;
  let ask: Ask;
  beforeAll(async () => {
    service = await (await protocolServices[protocol].service())(watch.options);
    ask = clientOf(protocol, service.port);
  });
  afterAll(() => service.stop());
  const isJson = protocol !== 'rest-protobuf';
  const format = isJson ? json : protobuf;
  const httpVersion = protocol === 'rest-h2' ? 2 : 1;
  const refusal = ({ body }: Told) => {
    if (!isJson) return problemCodec.decode(body);
    const { statusCode: status, message } = JSON.parse(body.toString());
    return { status, message };
  };

  it.each([
    ['invalid', 400, 'no such id'],
    ['absent', 404, 'nothing of that id'],
    ['twice', 409, 'there is one already'],
    ['pool', 503, 'no connection came free in 5 s'],
    ['broken', 500, 'something broke'],
  ])('refuses what is %s with %i', async (id, status, message) => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const told = await ask('DELETE', `/things/${id}`);
    expect([told.status, told.headers['content-type']]).toEqual([status, format]);
    expect(refusal(told)).toEqual({ status, message });
    expect(told.headers['x-wirebench-refusal']).toBe(id === 'pool' ? 'pool' : undefined);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.slice(complaints)).toEqual([`DELETE /things/${id}: ${message}`]);
  });

  it('answers without a body where there is nothing to say', async () => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const told = await ask('DELETE', '/things/fine');
    expect([told.status, told.body.length, told.headers['content-type']]).toEqual([
      200,
      0,
      undefined,
    ]);
    expect((await ask('POST', '/reset')).status).toBe(200);
    expect([watch.answers() - before, watch.complaints.length - complaints]).toEqual([2, 0]);
  });

  it('takes an id from the path, and the others from the body', async () => {
    const { id: _, ...rest } = simpleThing;
    const sent = isJson
      ? JSON.stringify({ ...rest, picture: 'AP8K' })
      : protobufCodecs(sampler)(sampler.operations.save.request).encode({
          ...simpleThing,
          id: 'other',
        });
    const told = await ask('PUT', '/things/t%201%2F%C3%A4', sent);
    expect([told.status, told.headers['content-type']]).toEqual([200, format]);
    if (isJson) {
      expect(JSON.parse(told.body.toString())).toMatchObject({
        id: 't 1/ä',
        picture: 'AP8K',
        note: null,
      });
    } else {
      const { decode } = protobufCodecs(sampler)(sampler.operations.save.response);
      expectSame(decode(told.body), simpleThing);
    }
  });

  it('takes lists, numbers and truths from the query', async () => {
    const told = await ask('GET', '/things/5?tags=a&tags=b%26&limit=-3&exact=true');
    const question = { id: '5', tags: ['a', 'b&'], limit: -3, exact: true };
    if (isJson) expect(JSON.parse(told.body.toString()).question).toEqual(question);
    else {
      const { decode } = protobufCodecs(sampler)(sampler.operations.ask.response);
      expect(decode(told.body).question).toEqual(question);
    }
  });

  it.each([
    ['PATCH', '/things/1', 405, 'PUT, GET, DELETE'],
    ['POST', '/things/1', 405, 'PUT, GET, DELETE'],
    ['GET', '/reset', 405, 'POST'],
    ['POST', '/health', 405, 'GET, HEAD'],
    ['GET', '/things/1/2', 404, undefined],
    ['GET', '/counts/1', 404, undefined],
  ])('refuses %s %s with %i', async (method, path, status, allow) => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const told = await ask(method, path);
    expect(told.status).toBe(status);
    expect(told.headers.allow).toBe(allow);
    expect(refusal(told)).toEqual({ status, message: `There is nothing at ${method} ${path}` });
    expect(watch.complaints.slice(complaints)).toEqual([`${method} ${path}: nothing is there`]);
    expect(watch.answers()).toBe(before + 1);
  });

  it('tells of its life and its interface, uncounted', async () => {
    const before = watch.answers();
    for (const method of ['GET', 'HEAD']) {
      const alive = await ask(method, '/health');
      expect([alive.status, alive.headers['content-type']]).toEqual([200, json]);
      expect(alive.body.toString()).toBe(method === 'GET' ? '{"status":"ok"}' : '');
    }
    const described = await ask('GET', '/openapi.json');
    const mediaTypes = [isJson ? 'application/json' : protobuf];
    expect(JSON.parse(described.body.toString())).toEqual(
      JSON.parse(JSON.stringify(openApiOf(sampler, { protocol, mediaTypes }))),
    );
    expect(watch.answers()).toBe(before);
  });

  it('refuses a body for which there is no memory, and takes it later', async () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    const before = watch.answers();
    const large = Buffer.alloc(5000, 0xff);
    others.take(bodies.limit - bodies.held - 5000);
    const told = await ask('PUT', '/things/1', large);
    expect(told.status).toBe(503);
    expect(refusal(told)).toMatchObject({
      message: expect.stringContaining(`more than ${bodies.limit} bytes`),
    });
    expect((await ask('PUT', '/things/1', large.subarray(0, 4096))).status).toBe(400);
    others.clear();
    expect((await ask('PUT', '/things/1', large)).status).toBe(400);
    expect(watch.answers()).toBe(before + 3);
    await expect.poll(() => bodies.held).toBe(0);
  });

  it('refuses what is no HTTP, uncounted, and stops with clients connected', async () => {
    const own = samplerOptions();
    const other = await (await protocolServices[protocol].service())(own.options);
    const idle = connect(other.port, '127.0.0.1').resume();
    await once(idle, 'connect');
    const socket = connect(other.port, '127.0.0.1').on('error', () => undefined);
    const answer = await text(socket.end('nonsense\r\n\r\n')).catch(() => '');
    if (httpVersion === 1) expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    await expect.poll(() => own.complaints.length).toBe(1);
    expect(own.complaints[0]).toMatch(
      httpVersion === 1
        ? /^Not understood as HTTP(, from port \d+)?: HPE_/
        : /^Not understood as HTTP\/2: Received bad client magic/,
    );
    expect(own.answers()).toBe(0);
    await Promise.all([once(idle, 'close'), other.stop()]);
  });
});

it('announces large windows and many streams over HTTP/2', async () => {
  const service = await (await protocolServices['rest-h2'].service())(samplerOptions().options);
  const session = connectHttp2(`http://127.0.0.1:${service.port}`);
  onTestFinished(async () => {
    session.destroy();
    await service.stop();
  });
  await once(session, 'remoteSettings');
  expect(session.remoteSettings).toMatchObject({
    initialWindowSize: 2 ** 24,
    maxConcurrentStreams: 100_000,
    maxFrameSize: 2 ** 20,
  });
  await expect.poll(() => session.state.remoteWindowSize).toBe(windowBytes);
});

describe.each(['rest', 'rest-h2', 'rest-protobuf'] as const)('uploads over %s', (protocol) => {
  const watch = samplerOptions({ workload: teamDescription });
  let ask: Ask;
  beforeAll(async () => {
    const { handlers } = await openTeam(serviceSetupSchema.parse({}));
    const service = await (await protocolServices[protocol].service())({
      ...watch.options,
      handlers,
    });
    ask = clientOf(protocol, service.port);
    return () => service.stop();
  });
  const path = '/teams/files/streamed';

  it('takes a file as it comes, without counting its memory', async () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    others.take(bodies.limit - bodies.held);
    const told = await ask('POST', path, Buffer.alloc(10_000, 1), 'application/octet-stream');
    expect(told.status).toBe(200);
    const { response } = teamDescription.operations['upload-streamed'];
    const receipt =
      protocol === 'rest-protobuf'
        ? protobufCodecs(teamDescription)(response).decode(told.body)
        : JSON.parse(told.body.toString());
    expect(receipt).toEqual({
      bytes: 10_000,
      sha256: '684ad25fdc2bbb80cbc910dd1bde6d5499ccf860ca6ee44704b77ec445271353',
    });
  });

  it('takes no other type, and no request without a body', async () => {
    const before = watch.answers();
    expect((await ask('POST', path, '{}', 'application/json')).status).toBe(415);
    const told = await ask('POST', path);
    expect(told.status).toBe(400);
    expect(told.body.toString()).toContain(
      'There is no body: send the file as application/octet-stream',
    );
    expect(watch.answers()).toBe(before + 2);
  });
});
