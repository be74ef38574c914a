import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex, Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  frameName,
  maxRequestN,
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes as types,
} from '../../protocols/rsocket/frames.ts';
import { compositeMime, compositeRoute, jsonMime } from '../../protocols/rsocket/routes.ts';
import {
  cancelFrame,
  keepaliveFrame,
  makeRsocketFrame,
  requestNFrame,
  setupFrame,
} from '../../protocols/rsocket/write.ts';
import { framed, framesIn } from '../../tests/support/rsocket-frames.ts';
import {
  sampler,
  samplerHandlers,
  samplerOptions,
  simpleThing,
  thing,
} from '../../tests/support/sampler.ts';
import { startNullRSocket } from '../null/rsocket.ts';
import type { ServiceOptions } from '../service.ts';
import { InvalidInput } from '../workloads/refusals.ts';
import { Answering, OpenRequest } from './answering.ts';
import { jsonMessages } from './json-messages.ts';
import { drained, sendPayload } from './outgoing.ts';
import { routesOf } from './routes.ts';
import { startRSocket } from './rsocket.ts';

const setup = setupFrame({
  major: 1,
  minor: 0,
  keepaliveMs: 1000,
  lifetimeMs: 5000,
  metadataMime: compositeMime,
  dataMime: jsonMime,
});

function request(stream: number, route: string, data: object, credit?: number): Buffer {
  const type = credit === undefined ? types.requestResponse : types.requestStream;
  const given = { metadata: compositeRoute(route), data: Buffer.from(JSON.stringify(data)) };
  return framed(stream, { type, ...given, ...(credit === undefined ? {} : { requestN: credit }) });
}

/** A frame as its name, stream, flags of the end, and text. */
const words = (bytes: Buffer) =>
  framesIn(bytes, (frame) => {
    const next = frame.has(rsocketFlags.next) ? 'n' : '';
    const complete = frame.has(rsocketFlags.complete) ? 'c' : '';
    const flags = frame.type === types.payload ? ` ${next}${complete}` : '';
    return `${frameName(frame.type)} ${frame.stream}${flags} ${frame.text}`.trim();
  });

/** A client of a port; what arrives is kept. */
function client(port: number) {
  const received: Buffer[] = [];
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).on('data', (part) => received.push(part));
  onTestFinished(() => void socket.destroy());
  const seen = () => words(Buffer.concat(received));
  return { socket, seen, octets: () => Buffer.concat(received) };
}

async function start(more: Partial<ServiceOptions> = {}) {
  const watch = samplerOptions(more);
  const service = await startRSocket(watch.options);
  onTestFinished(() => service.stop());
  return { ...service, watch };
}

describe('the RSocket service', () => {
  it('answers at once, later, and with what is refused, and counts each', async () => {
    const { port, watch } = await start();
    const { socket, seen } = client(port);
    const asked = ['fine', 'invalid', 'absent', 'twice', 'pool', 'broken'];
    const requests = asked.map((id, index) => request(2 * index + 1, 'drop', { id }));
    socket.write(Buffer.concat([setup, ...requests, request(13, 'reset', {})]));
    await expect.poll(seen).toHaveLength(7);
    expect(seen()).toEqual([
      'PAYLOAD 1 nc {}',
      'ERROR 3 invalid: no such id',
      'ERROR 5 not-found: nothing of that id',
      'ERROR 7 conflict: there is one already',
      'ERROR 9 pool: no connection came free in 5 s',
      'ERROR 11 internal: something broke',
      'PAYLOAD 13 nc {}',
    ]);
    expect(watch.answers()).toBe(7);
    expect(watch.complaints).toEqual([
      'stream 3: invalid: no such id',
      'stream 5: not-found: nothing of that id',
      'stream 7: conflict: there is one already',
      'stream 9: pool: no connection came free in 5 s',
      'stream 11: internal: something broke',
    ]);
  });

  it('sends as many answers as are wanted, and counts the stream once', async () => {
    const { port, watch } = await start();
    const { socket, seen } = client(port);
    const question = { id: 'x', tags: [], limit: 5, exact: true };
    socket.write(Buffer.concat([setup, request(1, 'count', question, 2)]));
    const counts = () =>
      seen().map((each) =>
        /^(\w+ \d+ \w*) ?(?:.*"count":(\d+))?/.exec(each)?.slice(1).join(' ').trim(),
      );
    await expect.poll(counts).toEqual(['PAYLOAD 1 n 0', 'PAYLOAD 1 n 1']);
    expect(watch.answers()).toBe(0);
    socket.write(requestNFrame(1, 1));
    await expect.poll(() => counts().at(-1)).toBe('PAYLOAD 1 n 2');
    socket.write(requestNFrame(1, maxRequestN));
    await expect
      .poll(() => counts().slice(3))
      .toEqual(['PAYLOAD 1 n 3', 'PAYLOAD 1 n 4', 'PAYLOAD 1 c']);
    expect(watch.answers()).toBe(1);
    socket.write(request(3, 'count', { ...question, limit: 0 }, 1));
    await expect.poll(() => counts().at(-1)).toBe('PAYLOAD 3 c');
    expect(watch.answers()).toBe(2);
  });

  it('ends a stream that is cancelled without an answer, and counts it', async () => {
    const { port, watch } = await start();
    const { socket, seen } = client(port);
    const question = { id: 'x', tags: [], limit: 5, exact: true };
    socket.write(Buffer.concat([setup, request(1, 'count', question, 1)]));
    await expect.poll(seen).toHaveLength(1);
    socket.write(Buffer.concat([cancelFrame(1), request(3, 'drop', { id: 'fine' })]));
    await expect.poll(watch.answers).toBe(2);
    expect(seen().slice(1)).toEqual(['PAYLOAD 3 nc {}']);
  });

  it('refuses the rest of a stream that breaks, and a request in the other way', async () => {
    const handlers = {
      ...samplerHandlers,
      count: function* () {
        yield simpleThing;
        throw new InvalidInput('no more');
      },
    };
    const { port, watch } = await start({ handlers });
    const { socket, seen } = client(port);
    const question = { id: 'x', tags: [], exact: true };
    socket.write(
      Buffer.concat([
        setup,
        request(1, 'count', question, 9),
        request(3, 'drop', { id: 'fine' }, 9),
      ]),
    );
    await expect.poll(seen).toHaveLength(3);
    expect(seen().at(-1)).toBe('ERROR 1 invalid: no more');
    expect(seen()[0]).toBe(
      'ERROR 3 invalid: drop is asked for by request-response, and not REQUEST_STREAM',
    );
    expect(watch.answers()).toBe(2);
  });

  it('ends a connection that begins with anything but SETUP, and stops with clients connected', async () => {
    const { port, watch, stop } = await start();
    const { socket, seen } = client(port);
    socket.write(request(1, 'drop', { id: 'fine' }));
    await once(socket, 'end');
    expect(seen()).toEqual(['ERROR 0 The first frame must be SETUP, and not REQUEST_RESPONSE']);
    expect([watch.answers(), watch.complaints.length]).toEqual([0, 1]);
    const idle = client(port);
    await once(idle.socket, 'connect');
    await Promise.all([once(idle.socket, 'close'), stop()]);
  });
});

describe('an open request', () => {
  it('has its turn as often as it is wanted', async () => {
    const one = new OpenRequest(1, 2, null);
    await one.turn();
    await one.turn();
    expect(one.credit).toBe(0);
    let turns = 0;
    const third = one.turn().then(() => turns++);
    await Promise.resolve();
    expect(turns).toBe(0);
    one.want(3);
    await third;
    expect([one.credit, one.cancelled]).toEqual([2, false]);
  });

  it('does not wait once it is cancelled', async () => {
    const [waiting, later] = [new OpenRequest(1, 0, null), new OpenRequest(3, 0, null)];
    const turn = waiting.turn();
    waiting.cancel();
    await turn;
    later.cancel();
    await later.turn();
    expect([waiting.cancelled, later.cancelled]).toEqual([true, true]);
  });
});

it('answers nothing to a request cancelled meanwhile, but counts it', () => {
  const written: Buffer[] = [];
  const to = new Writable({ write: (part, _encoding, done) => done(void written.push(part)) });
  const held: (() => void)[] = [];
  const watch = samplerOptions({ pause: (act) => held.push(act) });
  const over: number[] = [];
  const answering = new Answering(to, watch.options, ({ stream }) => over.push(stream));
  const [first, second] = [new OpenRequest(1, 1, null), new OpenRequest(3, 1, null)];
  answering.refuse(first, 'invalid: a');
  answering.refuse(second, 'invalid: b');
  expect([watch.answers(), over, written]).toEqual([0, [], []]);
  first.cancel();
  for (const act of held) act();
  expect([watch.answers(), over]).toEqual([2, [1, 3]]);
  expect(words(Buffer.concat(written))).toEqual(['ERROR 3 invalid: b']);
  expect(Buffer.concat(written).readUInt32BE(9)).toBe(rsocketErrorCodes.applicationError);
});

describe('outgoing payloads', () => {
  it.each([
    ['a short one', 10, 1],
    ['as long as is copied', 16 * 1024, 1],
    ['a longer one', 16 * 1024 + 1, 2],
  ])('%s is sent in as few writes as fit', (_what, length, writes) => {
    const written: Buffer[] = [];
    const to = new Writable({
      highWaterMark: 1e6,
      write: (part, _encoding, done) => done(void written.push(Buffer.from(part))),
    });
    sendPayload(to, 7, 'x'.repeat(length), length === 10);
    expect(written).toHaveLength(writes);
    const flags = length === 10 ? 'nc' : 'n';
    expect(words(Buffer.concat(written))).toEqual([`PAYLOAD 7 ${flags} ${'x'.repeat(length)}`]);
  });

  it('waits until they are taken, or the connection is closed', async () => {
    let go: () => void = () => undefined;
    const slow = () =>
      new Duplex({
        highWaterMark: 1,
        read: () => undefined,
        write: (_part, _encoding, done) => {
          go = done;
        },
      });
    const one = slow();
    await drained(one);
    one.write('xx');
    let isOver = false;
    const waited = drained(one).then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    go();
    await waited;
    expect(one.listenerCount('drain') + one.listenerCount('close')).toBe(0);
    const other = slow();
    other.write('xx');
    const closed = drained(other);
    other.destroy();
    await closed;
    await drained(other);
  });
});

describe('messages as JSON', () => {
  const { read, write } = jsonMessages(thing);
  const readText = (text: string) => read(Buffer.from(`<${text}>`), 1, 1 + Buffer.byteLength(text));
  const plain = jsonMessages(sampler.operations.drop.request);

  it('are written with null for what is absent, and octets as base64', () => {
    const written = JSON.parse(write(simpleThing));
    expect(written).toMatchObject({
      id: 't 1/ä',
      bigCount: 2 ** 53 - 1,
      picture: 'AP8K',
      colour: 'DEEP_BLUE',
      mainPart: { label: 'p', weight: null, colour: 'RED' },
      parts: [{ weight: null }, { label: '<q> & "r"', weight: -1.5, colour: 'DEEP_BLUE' }],
      marks: [0, -1],
      note: null,
      sparePart: null,
      limit: null,
      soldAt: '2024-02-29T00:00:07.050',
    });
    expect(readText(write(simpleThing))).toEqual(simpleThing);
    expect(plain.write({ id: 'x' })).toBe('{"id":"x"}');
  });

  it.each(['AP8K=', 'AP8', 'AP8-', 'A===', 5])('refuse the octets %j', (picture) => {
    const given = { ...JSON.parse(write(simpleThing)), picture };
    expect(() => readText(JSON.stringify(given))).toThrow('picture: expected');
  });

  it('of nothing are without fields, and of no JSON are refused', () => {
    const empty = jsonMessages(sampler.operations.reset.request);
    expect(empty.read(Buffer.from('ab'), 1, 1)).toEqual({});
    expect(() => plain.read(Buffer.from('{'), 0, 1)).toThrow(InvalidInput);
    expect(() => plain.read(Buffer.from('{'), 0, 1)).toThrow(/^the data is not JSON: /);
  });
});

it('has a route for every operation but those with a stream of requests', () => {
  const routes = routesOf(sampler, samplerHandlers);
  expect([...routes].map(([name, { interaction }]) => [name, interaction])).toEqual([
    ['save', 'request-response'],
    ['ask', 'request-response'],
    ['reset', 'request-response'],
    ['drop', 'request-response'],
    ['count', 'request-stream'],
  ]);
  const { drop: _, ...fewer } = samplerHandlers;
  expect(routesOf(sampler, fewer).has('drop')).toBe(false);
});

describe('the null service for RSocket', () => {
  async function startNull() {
    let answered = 0;
    const service = await startNullRSocket({
      host: '127.0.0.1',
      port: 0,
      tls: null,
      countAnswer: () => answered++,
    });
    onTestFinished(() => service.stop());
    return { ...client(service.port), answered: () => answered };
  }

  it('answers each request with its own data, in chunks of any size', async () => {
    const { socket, octets, answered } = await startNull();
    const texts = [
      '',
      'x'.repeat(32 * 1024),
      'y'.repeat(32 * 1024 + 1),
      'z'.repeat(300_000),
      'end',
    ];
    const sent = texts.map((text, index) =>
      framed(2 * index + 1, {
        type: types.requestResponse,
        metadata: compositeRoute('any'),
        data: Buffer.from(text),
      }),
    );
    const all = Buffer.concat([setup, ...sent]);
    for (let at = 0; at < all.length; at += 50_001) socket.write(all.subarray(at, at + 50_001));
    const expected = Buffer.concat(
      texts.map((text, index) =>
        framed(2 * index + 1, {
          type: types.payload,
          flags: rsocketFlags.next | rsocketFlags.complete,
          data: Buffer.from(text),
        }),
      ),
    );
    await expect.poll(() => octets().length).toBe(expected.length);
    expect(octets().equals(expected)).toBe(true);
    expect(answered()).toBe(texts.length);
  });

  it('answers KEEPALIVE where that is wanted, and closes what is no frame', async () => {
    const { socket, octets, answered } = await startNull();
    const wanted = keepaliveFrame(true, Buffer.from('data'));
    socket.write(Buffer.concat([setup, keepaliveFrame(false, Buffer.from('no')), wanted]));
    const expected = keepaliveFrame(false, Buffer.from('data'));
    await expect.poll(() => octets().length).toBe(expected.length);
    expect(octets()).toEqual(expected);
    socket.write(makeRsocketFrame(types.payload, 0, 1, Buffer.alloc(0)));
    socket.write(Buffer.from('000001ff', 'hex'));
    await once(socket, 'close');
    expect(answered()).toBe(0);
  });
});
