/** Writes and reads every RSocket frame with one table of cases: one file, so that no type is left out. */
import fc from 'fast-check';
import { Flags, type Frame, FrameTypes, serializeFrameWithLength } from 'rsocket-core';
import { describe, expect, it } from 'vitest';
import { framed } from '../../tests/support/rsocket-frames.ts';
import { Assembly } from './assembly.ts';
import { piecesOf } from './fragments.ts';
import { RsocketFrameReader } from './frame-reader.ts';
import { FrameView, readFrame } from './frame-view.ts';
import {
  isRequest,
  lengthBytes,
  rsocketErrorName,
  rsocketFlags,
  rsocketFrameTypes,
} from './frames.ts';
import { readSetup } from './setup.ts';
import {
  cancelFrame,
  completeFrame,
  errorFrame,
  keepaliveFrame,
  makeRsocketFrame,
  requestNFrame,
  setupFrame,
} from './write.ts';

const octets = (maxLength = 60) => fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));
const streams = fc.integer({ min: 1, max: 0x7fff_ffff });
const counts = fc.integer({ min: 1, max: 0x7fff_ffff });
const mimes = fc.stringMatching(/^[a-z/.+-]{0,60}$/);

interface Plain {
  type: number;
  flags: number;
  stream: number;
  number: number;
  metadata: Buffer | null;
  data: Buffer;
}

function plain(view: FrameView): Plain {
  const { type, flags: bits, stream, number, metadataStart, metadataEnd } = view;
  const copy = (from: number, to: number) => Buffer.from(view.bytes.subarray(from, to));
  return {
    type,
    flags: bits,
    stream,
    number,
    metadata: metadataStart < 0 ? null : copy(metadataStart, metadataEnd),
    data: copy(view.dataStart, view.dataEnd),
  };
}

/** Reads frames in chunks of the given lengths, cyclically, then the remainder. */
function readAll(
  bytes: Buffer,
  cuts: readonly number[] = [],
): { frames: Plain[]; problem: string } {
  const frames: Plain[] = [];
  let problem = '';
  const reader = new RsocketFrameReader({
    onFrame: (frame) => frames.push(plain(frame)),
    onMalformed: (message) => {
      problem = message;
    },
  });
  // One buffer for all reads, as a socket uses it: no view of it may be kept.
  const shared = Buffer.alloc(bytes.length + 7);
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    const to = Math.min(bytes.length, at + cut);
    shared.fill(0xee);
    bytes.copy(shared, 7, at, to);
    reader.execute(shared, 7, 7 + to - at);
    at = to;
  }
  return { frames, problem };
}

const { NEXT, COMPLETE, FOLLOWS } = Flags;
const common = (flags: readonly number[] = [0]) => ({
  streamId: streams,
  flags: fc.constantFrom(...flags),
});
const carried = { metadata: fc.option(octets()), data: octets() };
const { REQUEST_RESPONSE, REQUEST_FNF, PAYLOAD, REQUEST_STREAM, REQUEST_CHANNEL } = FrameTypes;
const referenceFrames = fc.oneof(
  fc.record({
    type: fc.constantFrom(REQUEST_RESPONSE, REQUEST_FNF, PAYLOAD),
    ...common([0, NEXT, COMPLETE, NEXT | COMPLETE, FOLLOWS]),
    ...carried,
  }),
  fc.record({
    type: fc.constantFrom(REQUEST_STREAM, REQUEST_CHANNEL),
    ...common([0, FOLLOWS]),
    requestN: counts,
    ...carried,
  }),
  fc.record({ type: fc.constant(FrameTypes.REQUEST_N), ...common(), requestN: counts }),
  fc.record({ type: fc.constant(FrameTypes.CANCEL), ...common() }),
  fc.record({
    type: fc.constant(FrameTypes.ERROR),
    ...common(),
    streamId: fc.nat(0x7fff_ffff),
    code: counts,
    message: fc.string({ unit: 'grapheme', maxLength: 40 }),
  }),
  fc.record({
    type: fc.constant(FrameTypes.KEEPALIVE),
    ...common([0, Flags.RESPOND]),
    streamId: fc.constant(0),
    lastReceivedPosition: fc.nat(),
    data: octets(),
  }),
) as fc.Arbitrary<Frame>;

/** The reference sets the flag by hand. */
function withMetadataFlag(frame: Frame): Frame {
  const has = 'metadata' in frame && frame.metadata !== null && frame.metadata !== undefined;
  return has ? ({ ...frame, flags: frame.flags | Flags.METADATA } as Frame) : frame;
}

describe('against the frames of rsocket-core', () => {
  it('reads what rsocket-core writes', () => {
    fc.assert(
      fc.property(referenceFrames, (raw) => {
        const frame = withMetadataFlag(raw);
        const { frames, problem } = readAll(serializeFrameWithLength(frame));
        expect(problem).toBe('');
        const read = frames[0];
        expect(read).toMatchObject({
          type: frame.type,
          flags: frame.flags,
          stream: frame.streamId,
        });
        if ('requestN' in frame) expect(read?.number).toBe(frame.requestN);
        if ('code' in frame) expect(read?.number).toBe(frame.code);
        if ('message' in frame) expect(read?.data.toString()).toBe(frame.message);
        if ('data' in frame) expect(read?.data).toEqual(Buffer.from(frame.data ?? []));
        if ('metadata' in frame) expect(read?.metadata).toEqual(frame.metadata);
      }),
      { numRuns: 500 },
    );
  });

  it('writes what rsocket-core reads, octet for octet', () => {
    const same = (ours: Buffer, frame: object) =>
      expect(ours).toEqual(serializeFrameWithLength(withMetadataFlag(frame as Frame)));
    const { requestResponse, requestFireAndForget, requestStream } = rsocketFrameTypes;
    const types = fc.constantFrom(requestResponse, requestFireAndForget, requestStream);
    const message = fc.record({ type: types, ...carried });
    fc.assert(
      fc.property(streams, counts, message, (streamId, requestN, one) => {
        const more = one.type === requestStream ? { requestN } : {};
        same(framed(streamId, { ...one, ...more }), { streamId, flags: 0, ...one, ...more });
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(streams, counts, fc.string({ unit: 'grapheme' }), (streamId, number, message) => {
        const of = { streamId, flags: 0 };
        const data = Buffer.from(message);
        same(cancelFrame(streamId), { type: FrameTypes.CANCEL, ...of });
        same(requestNFrame(streamId, number), {
          ...{ type: FrameTypes.REQUEST_N, ...of, requestN: number },
        });
        same(errorFrame(streamId, number, message), {
          ...{ type: FrameTypes.ERROR, ...of, code: number, message },
        });
        const complete = { type: PAYLOAD, streamId, flags: COMPLETE };
        same(completeFrame(streamId), { ...complete, data: null, metadata: null });
        const keepalive = { type: FrameTypes.KEEPALIVE, streamId: 0, lastReceivedPosition: 0 };
        same(keepaliveFrame(true, data), { ...keepalive, flags: Flags.RESPOND, data });
      }),
    );
  });

  it('agrees with it on SETUP', () => {
    fc.assert(
      fc.property(counts, counts, mimes, mimes, (keepaliveMs, lifetimeMs, metadata, dataMime) => {
        const times = { keepaliveMs, lifetimeMs };
        const setup = { major: 1, minor: 0, ...times, metadataMime: metadata, dataMime };
        const ours = setupFrame(setup);
        const theirs = {
          ...{ type: FrameTypes.SETUP, streamId: 0, flags: 0, majorVersion: 1, minorVersion: 0 },
          ...{ keepAlive: keepaliveMs, lifetime: lifetimeMs, metadataMimeType: metadata },
          ...{ dataMimeType: dataMime, resumeToken: null, data: null, metadata: null },
        };
        expect(ours).toEqual(serializeFrameWithLength(theirs as Frame));
        const view = new FrameView();
        expect(readFrame(ours, lengthBytes, ours.length, view)).toBeNull();
        expect(readSetup(view)).toEqual(setup);
      }),
    );
  });
});

describe('splitting into frames', () => {
  it('is the same however the octets are chunked', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(fc.array(referenceFrames, { maxLength: 6 }), cuts, (raw, lengths) => {
        const bytes = Buffer.concat(
          raw.map((each) => serializeFrameWithLength(withMetadataFlag(each))),
        );
        const atOnce = readAll(bytes);
        expect(atOnce.frames).toHaveLength(raw.length);
        expect(readAll(bytes, lengths)).toEqual(atOnce);
        expect(readAll(bytes, new Array(bytes.length).fill(1))).toEqual(atOnce);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws on any octets', () => {
    const headed = fc
      .record({ type: fc.nat(63), bits: fc.nat(1023), stream: fc.nat(3), rest: octets(40) })
      .map(({ type, bits, stream, rest }) => makeRsocketFrame(type, bits, stream, rest));
    const several = fc.array(headed).map((all) => Buffer.concat(all));
    fc.assert(
      fc.property(fc.oneof(octets(200), several), (bytes) => {
        const reader = new RsocketFrameReader({
          onFrame: (frame) => {
            expect(frame.dataStart).toBeLessThanOrEqual(frame.dataEnd);
            expect(frame.metadataStart).toBeLessThanOrEqual(frame.metadataEnd);
            if (frame.type === rsocketFrameTypes.setup) readSetup(frame);
          },
          onMalformed: (message) => expect(message).not.toBe(''),
        });
        reader.execute(bytes, 0, bytes.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('stops at a malformed frame', () => {
    const wrong = Buffer.from([0, 0, 2, 1, 2]);
    const { frames, problem } = readAll(
      Buffer.concat([keepaliveFrame(true), wrong, keepaliveFrame(true)]),
    );
    expect(frames).toHaveLength(1);
    expect(problem).toBe('a frame shorter than its header');
  });

  it.each([
    ['the reserved type', [0, 0, 0, 1, 0, 0], 'a frame of the reserved type 0'],
    ['a payload on stream 0', [0, 0, 0, 0, 0x28, 0x20], 'a frame of a stream on stream 0'],
    ['a SETUP on a stream', [0, 0, 0, 1, 0x04, 0], 'a frame of the connection on a stream'],
    ['a wide stream number', [0x80, 0, 0, 1, 0x24, 0], 'a stream number of more than 31 bits'],
    ['a request for nothing', [0, 0, 0, 1, 0x20, 0, 0, 0, 0, 0], 'a request for 0 payloads'],
    ['a short count', [0, 0, 0, 1, 0x20, 0, 0, 0], 'a frame that ends within a number'],
    ['long metadata', [0, 0, 0, 1, 0x29, 0, 0, 0, 2, 0], 'metadata that goes on beyond its frame'],
    ['a short KEEPALIVE', [0, 0, 0, 0, 0x0c, 0, 1], 'a KEEPALIVE without a position'],
  ])('refuses %s', (_name, bytes, problem) => {
    expect(readFrame(Buffer.from(bytes), 0, bytes.length, new FrameView())).toBe(problem);
  });
});

describe('fragments', () => {
  const outgoing = fc.record({
    metadata: fc.option(octets(200)),
    data: octets(400),
    limit: fc.integer({ min: 24, max: 120 }),
    type: fc.constantFrom(
      rsocketFrameTypes.requestResponse,
      rsocketFrameTypes.requestStream,
      rsocketFrameTypes.payload,
    ),
  });

  it('reassemble to the original message, and none is too long', () => {
    fc.assert(
      fc.property(outgoing, ({ metadata, data, limit, type }) => {
        const requestN = type === rsocketFrameTypes.requestStream ? { requestN: 7 } : {};
        const bits =
          type === rsocketFrameTypes.payload ? rsocketFlags.next | rsocketFlags.complete : 0;
        const pieces = piecesOf({ type, flags: bits, metadata, data, ...requestN }, limit);
        const assembly = new Assembly(1000);
        const types: number[] = [];
        const reader = new RsocketFrameReader({
          onFrame: (frame) => {
            types.push(frame.type);
            expect(assembly.add(frame)).toBeNull();
            const last = types.length === pieces.length;
            expect(assembly.isOpen).toBe(!last);
            expect(frame.has(rsocketFlags.complete)).toBe(
              last && type === rsocketFrameTypes.payload,
            );
            if (isRequest(frame.type) === false) expect(frame.has(rsocketFlags.next)).toBe(true);
          },
          onMalformed: (message) => expect.fail(message),
        });
        for (const { head, data: part } of pieces)
          expect(head.length + part.length).toBeLessThanOrEqual(lengthBytes + limit);
        const bytes = framed(5, { type, flags: bits, metadata, data, ...requestN }, limit);
        reader.execute(bytes, 0, bytes.length);
        expect(types).toEqual([type, ...pieces.slice(1).map(() => rsocketFrameTypes.payload)]);
        expect(assembly.take()).toEqual({ metadata: metadata ?? Buffer.alloc(0), data });
      }),
      { numRuns: 500 },
    );
  });

  it('are refused beyond a length, and with metadata after data', () => {
    const [data] = readViews(framed(1, payload(null, Buffer.alloc(60))));
    expect(data && new Assembly(59).add(data)).toMatch(/more than 59/);
    const assembly = new Assembly(1000);
    const [late] = readViews(framed(1, payload(Buffer.from('m'), Buffer.alloc(0))));
    expect(data && assembly.add(data)).toBeNull();
    expect(late && assembly.add(late)).toBe('metadata after data of one payload');
  });

  it('are needed for a message that exceeds a frame', () => {
    const data = Buffer.alloc(40_000_000, 'x');
    const pieces = piecesOf(payload(null, data));
    expect(pieces).toHaveLength(3);
    expect(pieces.reduce((sum, piece) => sum + piece.data.length, 0)).toBe(data.length);
  });
});

function payload(metadata: Buffer | null, data: Buffer) {
  return { type: rsocketFrameTypes.payload, flags: rsocketFlags.next, metadata, data };
}

function readViews(bytes: Buffer): FrameView[] {
  const view = new FrameView();
  return readFrame(bytes, lengthBytes, bytes.length, view) === null ? [view] : [];
}

it('has names for errors, and numbers where it has none', () => {
  expect([rsocketErrorName(0x201), rsocketErrorName(0x999)]).toEqual([
    'APPLICATION_ERROR',
    'ERROR_0x999',
  ]);
});
