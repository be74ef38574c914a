import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { credentials, makeClientConstructor, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { prefixMessage } from '../../protocols/grpc/messages.ts';
import { expectSame } from '../../tests/support/same-message.ts';
import {
  sampler,
  samplerHandlers,
  samplerOptions,
  simpleThing,
} from '../../tests/support/sampler.ts';
import { grpcPathOf, type Message } from '../../workloads/description.ts';
import { bodies, HeldBody } from '../body-memory.ts';
import { protobufCodecs } from '../protobuf/codecs.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { serverCredentials } from './credentials.ts';
import { startGrpc } from './grpc.ts';
import { methodOf } from './methods.ts';

const { operations } = sampler;
const codecs = protobufCodecs(sampler);
type Name = keyof typeof operations;
const same = (value: Buffer) => value;
const Plain = makeClientConstructor({}, 'Plain');

function clientOf(port: number) {
  const client = new Plain(`127.0.0.1:${port}`, credentials.createInsecure());
  const bytesOf = (name: Name, message: Message | Buffer) =>
    Buffer.isBuffer(message)
      ? message
      : Buffer.from(codecs(operations[name].request).encode(message));
  const read = (name: Name, bytes: Buffer) => codecs(operations[name].response).decode(bytes);
  const path = (name: Name) => grpcPathOf(sampler, operations[name]);
  /** The answer, or the code and details of the error. */
  const settled =
    (name: Name, resolve: (told: Message | readonly [number, string]) => void) =>
    (error: ServiceError | null, bytes?: Buffer): void =>
      resolve(bytes && !error ? read(name, bytes) : [error?.code ?? -1, error?.details ?? '']);
  return {
    close: () => client.close(),
    one: (name: Name, message: Message | Buffer) =>
      new Promise<Message | readonly [number, string]>((resolve) => {
        client.makeUnaryRequest(
          path(name),
          same,
          same,
          bytesOf(name, message),
          settled(name, resolve),
        );
      }),
    /** Sends messages; as a Buffer as it is. */
    streamed: (name: Name, messages: readonly (Message | Buffer)[]) =>
      new Promise<Message | readonly [number, string]>((resolve) => {
        const call = client.makeClientStreamRequest(path(name), same, same, settled(name, resolve));
        for (const message of messages) call.write(bytesOf(name, message));
        call.end();
      }),
    /** The answers, and the error at their end. */
    listed: async (name: Name, message: Message, cancelAfter = Number.POSITIVE_INFINITY) => {
      const call = client.makeServerStreamRequest(path(name), same, same, bytesOf(name, message));
      const answers: Message[] = [];
      const ended = new Promise<readonly [number, string]>((resolve) => {
        call.on('error', () => undefined);
        call.on('status', ({ code, details }) => resolve([code, details]));
      });
      call.on('data', (bytes: Buffer) => {
        answers.push(read(name, bytes));
        if (answers.length === cancelAfter) call.cancel();
      });
      return { end: await ended, answers };
    },
  };
}

async function start(more: Partial<ServiceOptions> = {}) {
  const watch = samplerOptions(more);
  const service = await startGrpc(watch.options);
  const client = clientOf(service.port);
  onTestFinished(async () => {
    client.close();
    await service.stop();
  });
  return { ...client, watch, service };
}

describe('the gRPC service', () => {
  const watch = samplerOptions();
  let service: RunningService;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    service = await startGrpc(watch.options);
    client = clientOf(service.port);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  const question = { id: '5', tags: ['a', 'b'], limit: 3, exact: true };

  it('answers at once and later, and counts each', async () => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    expectSame(await client.one('save', simpleThing), simpleThing);
    const answer = (await client.one('ask', question)) as Message;
    expect(answer.question).toEqual(question);
    expect((answer.things as unknown[]).length).toBe(2);
    expect(await client.one('drop', { id: 'fine' })).toEqual({});
    expect([watch.answers() - before, watch.complaints.length - complaints]).toEqual([3, 0]);
  });

  it.each([
    ['invalid', status.INVALID_ARGUMENT, 'no such id'],
    ['absent', status.NOT_FOUND, 'nothing of that id'],
    ['twice', status.ALREADY_EXISTS, 'there is one already'],
    ['pool', status.RESOURCE_EXHAUSTED, 'pool: no connection came free in 5 s'],
    ['broken', status.INTERNAL, 'something broke'],
  ])('refuses what is %s with its status', async (id, code, details) => {
    const before = watch.answers();
    expect(await client.one('drop', { id })).toEqual([code, details]);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.at(-1)).toBe(details);
  });

  it('refuses what is no message, alone or among others, and counts it', async () => {
    const before = watch.answers();
    const broken = Buffer.from('0a', 'hex');
    const refused = [
      status.INVALID_ARGUMENT,
      expect.stringMatching(/^The message is not a valid Thing: ./),
    ];
    expect(await client.one('save', broken)).toEqual(refused);
    expect(await client.streamed('collect', [simpleThing, broken])).toEqual(refused);
    const unknown = Buffer.from('3863', 'hex');
    expect(await client.one('save', unknown)).toEqual([
      status.INVALID_ARGUMENT,
      expect.stringContaining('colour'),
    ]);
    expect(watch.answers()).toBe(before + 3);
  });

  it('takes a stream of requests as one', async () => {
    const before = watch.answers();
    const { things } = (await client.streamed('collect', [
      simpleThing,
      { ...simpleThing, id: '2' },
    ])) as {
      things: Message[];
    };
    expect(things.map(({ id }) => id)).toEqual([simpleThing.id, '2']);
    expect(await client.streamed('collect', [])).toMatchObject({ things: [] });
    expect(watch.answers()).toBe(before + 2);
  });

  it('sends a stream of answers, and counts it at its end', async () => {
    const before = watch.answers();
    const { end, answers } = await client.listed('count', { ...question, limit: 4 });
    expect(end).toEqual([status.OK, 'OK']);
    expect(answers.map(({ count }) => count)).toEqual([0, 1, 2, 3]);
    expect((await client.listed('count', { ...question, limit: 0 })).answers).toEqual([]);
    expect(watch.answers()).toBe(before + 2);
  });

  it('refuses the call of no method, uncounted', async () => {
    const before = watch.answers();
    const session = connectHttp2(`http://127.0.0.1:${service.port}`);
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${sampler.package}.${sampler.service}/Other`,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.end(prefixMessage(Buffer.alloc(0)));
    const [headers] = await once(stream, 'response');
    expect(headers['grpc-status']).toBe(String(status.UNIMPLEMENTED));
    expect(watch.answers()).toBe(before);
  });

  it('refuses a message for which there is no memory, and takes it later', async () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    const before = watch.answers();
    const large = { ...simpleThing, note: 'x'.repeat(8000) };
    others.take(bodies.limit - bodies.held - 5000);
    expect(await client.one('save', large)).toEqual([
      status.RESOURCE_EXHAUSTED,
      expect.stringContaining(`more than ${bodies.limit} bytes`),
    ]);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.at(-1)).toContain('send fewer at a time');
    expect(await client.one('save', { ...simpleThing, note: 'x'.repeat(3000) })).toHaveProperty(
      'note',
    );
    others.clear();
    expect(await client.one('save', large)).toHaveProperty('note');
    await expect.poll(() => bodies.held).toBe(0);
  });

  it('holds each message of a stream by itself', async () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    others.take(bodies.limit - bodies.held - 30_000);
    const large = { ...simpleThing, note: 'x'.repeat(10_000) };
    const sent = Array.from({ length: 8 }, () => large);
    expect(((await client.streamed('collect', sent)) as Message).things).toHaveLength(8);
    await expect.poll(() => bodies.held).toBe(bodies.limit - 30_000);
  });
});

it('gives the rest of a stream up that a client cancels', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  const handlers = {
    ...samplerHandlers,
    count: async function* () {
      try {
        for (;;) {
          made++;
          yield { ...simpleThing, note: 'x'.repeat(20_000) };
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        ended.resolve();
      }
    },
  };
  const { listed, watch } = await start({ handlers });
  const { end, answers } = await listed('count', { id: '', tags: [], exact: true }, 2);
  expect(end[0]).toBe(status.CANCELLED);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  await ended.promise;
  const sent = made;
  await expect.poll(watch.answers).toBe(1);
  expect(made).toBe(sent);
});

it('refuses the rest of a stream that breaks', async () => {
  const handlers = {
    ...samplerHandlers,
    count: function* () {
      yield simpleThing;
      throw new Error('no more');
    },
  };
  const { listed, watch } = await start({ handlers });
  const { end, answers } = await listed('count', { id: '', tags: [], exact: true });
  expect([end, answers.length]).toEqual([[status.INTERNAL, 'no more'], 1]);
  expect([watch.answers(), watch.complaints]).toEqual([1, ['no more']]);
});

it('waits with each answer and refusal for the pause', async () => {
  const held: (() => void)[] = [];
  const { one, watch } = await start({ pause: (act) => held.push(act) });
  const both = [one('drop', { id: 'fine' }), one('drop', { id: 'absent' })];
  await expect.poll(() => held.length).toBe(2);
  expect(watch.answers()).toBe(0);
  for (const act of held) act();
  expect(await Promise.all(both)).toEqual([{}, [status.NOT_FOUND, 'nothing of that id']]);
  expect(watch.answers()).toBe(2);
});

it('stops with clients connected', async () => {
  const service = await startGrpc(samplerOptions().options);
  const idle = connect(service.port, '127.0.0.1').resume();
  await once(idle, 'connect');
  await Promise.all([once(idle, 'close'), service.stop()]);
});

it('needs a handler for each operation', () => {
  const options = { ...samplerOptions().options, handlers: {} };
  expect(() => methodOf(operations.ask, options)).toThrow(
    new TypeError('the workload has no handler for ask'),
  );
});

it('has insecure credentials without TLS', () => {
  const [one, other] = [serverCredentials(null), serverCredentials(null)];
  expect(one._equals(other)).toBe(true);
});
