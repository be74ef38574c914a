import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceOctets } from '../../protocols/memory-budget.ts';
import { streamAt } from '../../protocols/rsocket/fragments.ts';
import {
  frameName,
  maxRequestN,
  rsocketFlags,
  rsocketFrameTypes as types,
} from '../../protocols/rsocket/frames.ts';
import {
  compositeMime,
  compositeRoute,
  jsonMime,
  routingMetadata,
  routingMime,
} from '../../protocols/rsocket/routes.ts';
import {
  cancelFrame,
  errorFrame,
  keepaliveFrame,
  makeRsocketFrame,
  setupFrame,
} from '../../protocols/rsocket/write.ts';
import { framed, framesIn } from '../../tests/support/rsocket-frames.ts';
import { samplerOptions } from '../../tests/support/sampler.ts';
import { bodies, HeldBody } from '../body-memory.ts';
import { RSocketServiceConnection } from './connection.ts';
import { routesOf } from './routes.ts';

const setup = (metadataMime = compositeMime, major = 1, dataMime = jsonMime) =>
  setupFrame({ major, minor: 0, keepaliveMs: 1000, lifetimeMs: 5000, metadataMime, dataMime });

/** A connection without a socket, and its output as text. */
function open() {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk);
      done();
    },
  });
  const watch = samplerOptions();
  const { workload, handlers } = watch.options;
  const connection = new RSocketServiceConnection(
    socket,
    routesOf(workload, handlers),
    watch.options,
  );
  const words = () =>
    framesIn(Buffer.concat(written), ({ type, stream, text }) =>
      `${frameName(type)} ${stream} ${text}`.trim(),
    );
  return { connection, words, watch, socket };
}

function request(
  stream: number,
  route: string,
  data: string,
  { type = types.requestResponse as number, metadata = compositeRoute(route), limit = 1e6 } = {},
): Buffer {
  const single: readonly number[] = [types.requestResponse, types.requestFireAndForget];
  const requestN = single.includes(type) ? {} : { requestN: maxRequestN };
  return framed(stream, { type, metadata, data: Buffer.from(data), ...requestN }, limit);
}

describe('a connection of the RSocket service', () => {
  it('routes by either form of metadata', () => {
    for (const [mime, metadata] of [
      [compositeMime, compositeRoute('drop')],
      [routingMime, routingMetadata('drop')],
    ] as const) {
      const { connection, words } = open();
      const asked = request(1, '', '{"id":"x"}', { metadata });
      connection.take(Buffer.concat([setup(mime), asked]));
      expect(words()).toEqual(['PAYLOAD 1 {}']);
    }
  });

  it.each([1e6, 4000])(
    'refuses requests that exceed the memory, and does not answer fire-and-forget, in chunks of %d bytes',
    (limit) => {
      const hog = new HeldBody();
      expect(hog.add(bodies.limit - bodies.held - 2 * pieceOctets)).toBeNull();
      try {
        const { connection, words, watch } = open();
        const data = JSON.stringify({ id: 'x'.repeat(9000) });
        const type = types.requestFireAndForget;
        connection.take(
          Buffer.concat([
            setup(),
            request(1, 'drop', data, { type, limit }),
            request(3, 'drop', data, { limit }),
          ]),
        );
        const complaint = expect.stringMatching(
          /^stream \d: The requests under way hold more than/,
        );
        expect(watch.complaints).toEqual([complaint, complaint]);
        expect(words()).toEqual([expect.stringMatching(/^ERROR 3 The requests under way/)]);
      } finally {
        hog.clear();
      }
    },
  );

  it('answers KEEPALIVE with its data', () => {
    const { connection, words } = open();
    connection.take(Buffer.concat([setup(), keepaliveFrame(true, Buffer.from('a'))]));
    expect(words()).toEqual(['KEEPALIVE 0 a']);
  });

  it.each([
    ['version 2', setup(compositeMime, 2), /UNSUPPORTED|Version 2.0/],
    ['other metadata', setup('text/plain'), /MIME type of metadata/],
    ['other data', setup(compositeMime, 1, 'text/plain'), /MIME type of data/],
    ['leases', makeRsocketFrame(types.setup, rsocketFlags.lease, 0, setup().subarray(9)), /Leases/],
    ['text', Buffer.from('GET / HTTP/1.1\r\n\r\n'.padEnd(0x474554 + 3)), /ERROR 0 .*frame/],
    ['a request first', request(1, 'drop', '{}'), /The first frame must be SETUP/],
    ['RESUME', makeRsocketFrame(types.resume, 0, 0, Buffer.alloc(40)), /not resumed here/],
    ['an empty SETUP', makeRsocketFrame(types.setup, 0, 0), /ends too early/],
  ])('refuses %s', (_name, bytes, words) => {
    const opened = open();
    opened.connection.take(bytes);
    expect(opened.words()).toEqual([expect.stringMatching(words)]);
    expect(opened.watch.complaints[0]).toMatch(/^Not understood as RSocket: /);
    expect(opened.watch.answers()).toBe(0);
    expect(opened.socket.writableEnded).toBe(true);
  });

  it.each([
    ['an even stream', request(2, 'drop', '{}'), /ERROR 0 a request on stream 2/],
    ['a second SETUP', setup(), /ERROR 0 SETUP, unasked/],
    [
      'no route',
      request(1, '', '{}', { metadata: Buffer.alloc(0) }),
      /ERROR 1 invalid: .*no route/,
    ],
    [
      'an unknown route',
      request(1, 'nobody', '{}'),
      /ERROR 1 not-found: there is no route "nobody"/,
    ],
    [
      'a channel',
      request(1, 'drop', '{}', { type: types.requestChannel }),
      /1 invalid: .*not REQUEST_CHA/,
    ],
    ['no JSON', request(1, 'drop', '{'), /ERROR 1 invalid: the data is not JSON/],
    ['another type', request(1, 'drop', '{"id":1}'), /ERROR 1 invalid: id: expected a text/],
  ])('says what is wrong with %s', (_name, bytes, words) => {
    const opened = open();
    opened.connection.take(Buffer.concat([setup(), bytes]));
    expect(opened.words()).toEqual([expect.stringMatching(words)]);
    expect(opened.watch.complaints).toHaveLength(1);
  });

  it('takes requests in fragments, in turns, and forgets those that are cancelled', () => {
    const before = bodies.held;
    const { connection, words, watch } = open();
    const long = (id: string) => JSON.stringify({ id: id.padEnd(9000, 'x') });
    const [first, second, third] = [
      [1, 'a'],
      [3, 'b'],
      [5, 'c'],
    ].map(([stream, id]) => {
      const frames: Buffer[] = [];
      const bytes = request(Number(stream), 'drop', long(String(id)), { limit: 4000 });
      for (let at = 0; at < bytes.length; ) {
        const end = at + 3 + bytes.readUIntBE(at, 3);
        frames.push(bytes.subarray(at, end));
        at = end;
      }
      return frames;
    }) as [Buffer[], Buffer[], Buffer[]];
    expect([first.length, second.length, third.length]).toEqual([3, 3, 3]);
    connection.take(setup());
    for (const frames of [first, second, third]) connection.take(frames[0] ?? Buffer.alloc(0));
    expect(bodies.held - before).toBeGreaterThan(3 * 4096);
    connection.take(cancelFrame(3));
    for (const at of [1, 2])
      for (const frames of [third, second, first]) connection.take(frames[at] ?? Buffer.alloc(0));
    expect(words()).toEqual(['PAYLOAD 5 {}', 'PAYLOAD 1 {}']);
    expect([watch.answers(), watch.complaints, bodies.held - before]).toEqual([2, [], 0]);
    // What has begun is forgotten with its connection.
    connection.take(
      Buffer.concat([request(7, 'drop', long('d'), { limit: 4000 }).subarray(0, 4003)]),
    );
    expect(bodies.held).toBeGreaterThan(before);
    connection.closed();
    expect(bodies.held).toBe(before);
  });

  it('ends with a request on a stream that has one', () => {
    const { connection, words, socket } = open();
    const begun = request(1, 'drop', 'x'.repeat(9000), { limit: 4000 }).subarray(0, 4003);
    connection.take(Buffer.concat([setup(), begun, request(1, 'drop', '{}')]));
    expect(words()).toEqual(['ERROR 0 a second request on stream 1']);
    expect(socket.writableEnded).toBe(true);
  });

  it('refuses an incomplete frame that exceeds the memory, and counts none of less than the buffers', () => {
    const before = bodies.held;
    const { connection, words, socket } = open();
    const frame = request(1, 'drop', 'x'.repeat(200_000));
    connection.take(Buffer.concat([setup(), frame.subarray(0, 131_000)]));
    expect(bodies.held).toBe(before);
    connection.take(frame.subarray(131_000, 150_000));
    expect(bodies.held).toBeGreaterThan(before);
    const hog = new HeldBody();
    expect(hog.add(bodies.limit - bodies.held - 2 * pieceOctets)).toBeNull();
    try {
      connection.take(frame.subarray(150_000, 199_000));
      expect(words()).toEqual([expect.stringMatching(/^ERROR 0 The requests under way/)]);
      expect(socket.writableEnded).toBe(true);
    } finally {
      hog.clear();
    }
    expect(bodies.held).toBe(before);
  });

  it('ends with a client that ends it, and ignores what asks for nothing', () => {
    const { connection, words, watch, socket } = open();
    const quiet = [
      keepaliveFrame(false, Buffer.from('a')),
      errorFrame(1, 0x201, 'of a stream'),
      makeRsocketFrame(types.metadataPush, 0, 0, Buffer.from('m')),
      makeRsocketFrame(60, rsocketFlags.ignore, 9, Buffer.from('later')),
      cancelFrame(9),
      framed(9, { type: types.payload, data: Buffer.from('late') }),
    ];
    connection.take(Buffer.concat([setup(), ...quiet]));
    expect([words(), watch.complaints, socket.writableEnded]).toEqual([[], [], false]);
    connection.take(errorFrame(0, 0x101, 'enough'));
    expect(watch.complaints).toEqual(['A client ended its connection: enough']);
    expect([words(), socket.writableEnded, watch.answers()]).toEqual([[], true, 0]);
  });

  it('ends each complete request exactly once, and never throws', () => {
    const good = fc.nat(20).map((index) => ({ index, bytes: request(0, 'drop', '{"id":"x"}') }));
    const junk = fc.oneof(
      fc
        .record({ type: fc.nat(63), bits: fc.nat(1023), id: fc.nat(50), rest: fc.uint8Array() })
        .map(({ type, bits, id, rest }) => makeRsocketFrame(type, bits, id, Buffer.from(rest))),
      fc.nat(50).map((id) => cancelFrame(id)),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(
        fc.array(good, { maxLength: 5 }),
        fc.array(junk, { maxLength: 6 }),
        (asked, rest) => {
          const { connection, words } = open();
          connection.take(setup());
          asked.forEach(({ bytes }, index) => {
            bytes.writeUInt32BE(2 * index + 101, streamAt);
            connection.take(bytes);
          });
          for (const bytes of rest) connection.take(bytes);
          connection.closed();
          const last = words().filter((each) => /^(PAYLOAD|ERROR) 1\d\d/.test(each));
          expect(last).toHaveLength(asked.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});
