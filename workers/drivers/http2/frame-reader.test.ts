import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame, http2Flags, http2FrameTypes } from '../../../protocols/http2/frames.ts';
import { Http2FrameReader } from './frame-reader.ts';

interface Seen {
  readonly events: unknown[];
  readonly malformed: string[];
}

/** Reads chunks through one reused buffer, and joins the parts of each DATA frame. */
function read(chunks: readonly Buffer[], maxFrame = 16_384, stopsAtFrame = false): Seen {
  const events: unknown[] = [];
  const malformed: string[] = [];
  let data = '';
  const reader = new Http2FrameReader(
    {
      onData: (_stream, bytes, start, end) => {
        data += bytes.toString('latin1', start, end);
      },
      onDataEnd: (stream, flow, endStream) => {
        events.push({ stream, flow, endStream, data });
        data = '';
      },
      onFrame: (type, frameFlags, stream, bytes, start, end) => {
        events.push({ type, frameFlags, stream, payload: bytes.toString('latin1', start, end) });
        if (stopsAtFrame) reader.stop();
      },
      onMalformed: (message) => malformed.push(message),
    },
    maxFrame,
  );
  for (const chunk of chunks) {
    const shared = Buffer.alloc(chunk.length + 12, 0x5a);
    chunk.copy(shared, 4);
    reader.execute(shared, 4, 4 + chunk.length);
    shared.fill(0);
  }
  return { events, malformed };
}

const stream = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const octets = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((content) => Buffer.from(content));

const dataFrame = fc
  .record({
    stream,
    content: octets(30),
    padding: fc.option(fc.integer({ min: 0, max: 20 })),
    endStream: fc.boolean(),
  })
  .map(({ stream, content, padding, endStream }) => {
    const payload =
      padding === null
        ? content
        : Buffer.concat([Buffer.from([padding]), content, Buffer.alloc(padding)]);
    const frameFlags =
      (endStream ? http2Flags.endStream : 0) | (padding === null ? 0 : http2Flags.padded);
    return {
      bytes: frame(http2FrameTypes.data, frameFlags, stream, payload),
      event: { stream, flow: payload.length, endStream, data: content.toString('latin1') },
    };
  });
const otherFrame = fc
  .record({
    type: fc.integer({ min: 1, max: 255 }),
    frameFlags: fc.nat({ max: 255 }),
    stream,
    payload: octets(30),
  })
  .map(({ type, frameFlags, stream, payload }) => ({
    bytes: frame(type, frameFlags, stream, payload),
    event: { type, frameFlags, stream, payload: payload.toString('latin1') },
  }));
const frames = fc.array(fc.oneof(dataFrame, otherFrame), { minLength: 1, maxLength: 5 });

describe('FrameReader', () => {
  it('reads the same frames however the bytes are chunked', () => {
    fc.assert(
      fc.property(frames, (list) => {
        const bytes = Buffer.concat(list.map((one) => one.bytes));
        const expected = { events: list.map((one) => one.event), malformed: [] };
        expect(read([bytes])).toEqual(expected);
        expect(read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(expected);
        for (let at = 1; at < bytes.length; at++) {
          expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ignores the reserved bit of a stream', () => {
    const bytes = frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(8));
    bytes[5] = 0x80;
    expect(read([bytes]).events).toMatchObject([{ stream: 0 }]);
  });

  it('accepts a frame of the maximum length, but no longer one', () => {
    const fitting = frame(http2FrameTypes.headers, 0, 1, Buffer.alloc(100));
    const tooLong = frame(http2FrameTypes.headers, 0, 1, Buffer.alloc(101));
    expect(read([fitting], 100).events).toHaveLength(1);
    const { events, malformed } = read([tooLong, fitting], 100);
    expect(events).toEqual([]);
    expect(malformed).toEqual(['a frame of 101 octets, more than the 100 allowed']);
  });

  it.each([
    ['no pad length', Buffer.alloc(0)],
    ['as much padding as the frame is long', Buffer.from([3, 0, 0])],
    ['more padding than content', Buffer.from([255, 1, 2, 3])],
  ])('refuses padded DATA with %s', (_title, payload) => {
    const bytes = frame(http2FrameTypes.data, http2Flags.padded, 1, payload);
    const ping = frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(8));
    for (const chunks of [[bytes, ping], [Buffer.concat([bytes, ping])]]) {
      const { events, malformed } = read(chunks);
      expect(events).toEqual([]);
      expect(malformed).toHaveLength(1);
    }
  });

  it('stops reading when asked to', () => {
    const ping = frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(8));
    expect(read([Buffer.concat([ping, ping])], 100, true).events).toHaveLength(1);
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.array(octets(60), { maxLength: 8 }), (chunks) => {
        expect(read(chunks, 40).malformed.length).toBeLessThan(2);
      }),
    );
  });
});
