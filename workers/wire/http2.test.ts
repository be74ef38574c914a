import { expect, it } from 'vitest';
import {
  http2Flags as flags,
  frame,
  goawayFrame,
  preface,
  settingsFrame,
  http2FrameTypes as types,
} from '../../protocols/http2/frames.ts';
import { encodeUnindexed } from '../../protocols/http2/hpack.ts';
import { chunksOf, type Line } from '../../tests/support/wire-recordings.ts';
import { Canvas } from './canvas.ts';
import { readHttp2, StreamLog } from './http2.ts';
import { operationMessages } from './known-messages.ts';

const none = operationMessages(null, 'grpc').request;
const stageOf = (call: number) => (call === 1 ? 'first' : 'second');

/** Parts of what is received on a connection with calls on the streams 1 and 3, since 10 and 20 ms. */
function parts(...lines: readonly Buffer[]) {
  const streams = new StreamLog(stageOf);
  streams.open(1, 10);
  streams.open(3, 20);
  streams.open(1, 30);
  expect(streams.calls).toBe(2);
  const all = lines.map((bytes, index): Line => ['received', 10 * index, bytes]);
  const canvas = new Canvas(chunksOf(all));
  readHttp2(canvas, canvas.whole(), 'received', streams, none);
  return canvas.parts().map(({ stage, label, from, to }) => `${stage} ${to - from}: ${label}`);
}
const uint32 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );
const status = encodeUnindexed([[':status', '200']]);

it.each<[string, Buffer, string[]]>([
  [
    'settings',
    Buffer.concat([
      settingsFrame([
        [1, 100],
        [4, 65_536],
        [99, 7],
      ]),
    ]),
    [
      'frame header: SETTINGS, connection, 18 bytes follow',
      ...['setting HEADER_TABLE_SIZE', 'setting INITIAL_WINDOW_SIZE', 'setting SETTING_99'],
    ],
  ],
  [
    'part of a setting',
    frame(types.settings, 0, 0, Buffer.alloc(8)),
    [
      'frame header: SETTINGS, connection, 8 bytes follow',
      'setting SETTING_0',
      'part of a setting',
    ],
  ],
  [
    'settings that are agreed',
    frame(types.settings, flags.ack, 0, Buffer.alloc(0)),
    ['frame header: SETTINGS ACK, connection, 0 bytes follow'],
  ],
  [
    'a ping',
    frame(types.ping, 0, 0, Buffer.alloc(8)),
    ['frame header: PING, connection, 8 bytes follow', 'content of PING'],
  ],
  [
    'the answer to a ping',
    frame(types.ping, flags.ack, 0, Buffer.alloc(8)),
    ['frame header: PING ACK, connection, 8 bytes follow', 'content of PING'],
  ],
  [
    'an unknown frame',
    frame(77, 0, 0, Buffer.alloc(2)),
    ['frame header: frame type 77, connection, 2 bytes follow', 'content of frame type 77'],
  ],
  [
    'a short window',
    frame(types.windowUpdate, 0, 0, Buffer.alloc(3)),
    ['frame header: WINDOW_UPDATE, connection, 3 bytes follow', 'content of WINDOW_UPDATE'],
  ],
])('names %s of the connection', (_what, bytes, expected) => {
  expect(parts(bytes).map((part) => part.replace(/^http2 \d+: /, ''))).toEqual(expected);
});

it('assigns frames to the call of their stream, or to the one that had begun', () => {
  const update = frame(types.windowUpdate, 0, 0, uint32(300));
  expect(
    parts(
      update,
      update,
      Buffer.concat([
        update,
        frame(types.windowUpdate, 0, 1, uint32(4)),
        frame(types.rstStream, 0, 3, uint32(8)),
      ]),
      Buffer.concat([
        frame(types.rstStream, 0, 9, uint32(0)),
        settingsFrame([]),
        goawayFrame(3, 2),
      ]),
    ).filter((part) => !/frame header/.test(part)),
  ).toEqual([
    'http2 4: window grows by 300 bytes',
    'first 4: window grows by 300 bytes',
    'second 4: window grows by 300 bytes',
    'first 4: window grows by 4 bytes',
    'second 4: error CANCEL',
    'http2 4: error NO_ERROR',
    'close 8: last stream 3, INTERNAL_ERROR',
  ]);
});

it('divides headers with padding, priority and continuations, and what is none', () => {
  const padded = Buffer.concat([Buffer.from([3]), Buffer.alloc(5), status, Buffer.alloc(3)]);
  const half = status.length - 2;
  expect(
    parts(
      Buffer.concat([
        frame(types.headers, flags.padded | flags.priority | flags.endHeaders, 1, padded),
        frame(types.headers, 0, 3, status.subarray(0, half)),
        frame(types.continuation, flags.endHeaders, 3, status.subarray(half)),
        frame(
          types.headers,
          flags.endHeaders | flags.endStream,
          1,
          Buffer.from([0x3f, 0xa9, 0x01]),
        ),
        frame(types.continuation, flags.endHeaders, 5, Buffer.alloc(2)),
        frame(types.headers, flags.endHeaders, 5, Buffer.from([0xff, 0])),
      ]),
    ),
  ).toEqual([
    `first 9: frame header: HEADERS, stream 1, END_HEADERS, ${padded.length} bytes follow`,
    'first 6: padding length, priority',
    `first ${status.length}: header :status (HPACK, literal)`,
    'first 3: padding',
    `second 9: frame header: HEADERS, stream 3, ${half} bytes follow`,
    `second ${half}: header :status (HPACK, literal)`,
    'second 9: frame header: CONTINUATION, stream 3, END_HEADERS, 2 bytes follow',
    'second 2: header :status (HPACK, literal), continued',
    'first 9: frame header: HEADERS (trailers), stream 1, END_HEADERS, END_STREAM, 3 bytes follow',
    'first 3: change of the table size',
    'http2 9: frame header: CONTINUATION, stream 5, END_HEADERS, 2 bytes follow',
    'http2 2: header block without a beginning',
    'http2 9: frame header: HEADERS, stream 5, END_HEADERS, 2 bytes follow',
    'http2 2: header block, not decoded',
  ]);
});

it('divides messages by their prefixes, across frames with padding', () => {
  const content = Buffer.from([1, 0, 0, 0, 2, 0x08, 0x05, 0, 0, 0, 0, 2, 0x08, 0x06]);
  const padded = Buffer.concat([Buffer.from([2]), content.subarray(6), Buffer.alloc(2)]);
  const found = parts(
    Buffer.concat([
      frame(types.data, 0, 1, content.subarray(0, 6)),
      frame(types.data, flags.padded | flags.endStream, 1, padded),
    ]),
  );
  expect(found.filter((part) => /prefix|header|padding/.test(part))).toEqual([
    'first 9: frame header: DATA, stream 1, 6 bytes follow',
    'first 5: gRPC message prefix: compressed, 2 bytes follow',
    `first 9: frame header: DATA, stream 1, END_STREAM, ${padded.length} bytes follow`,
    'first 1: padding length, priority',
    'first 5: gRPC message prefix: 2 bytes follow',
    'first 2: padding',
  ]);
});

it('leaves a frame that is not complete, and knows the preface of what is sent only', () => {
  const cut = frame(types.ping, 0, 0, Buffer.alloc(8)).subarray(0, 16);
  expect(parts(cut)).toEqual(['close 16: not understood']);
  const sent = new Canvas(chunksOf([['sent', 0, Buffer.concat([preface, settingsFrame([])])]]));
  const streams = new StreamLog(stageOf, 'tls');
  readHttp2(sent, sent.whole(), 'sent', streams, none);
  expect(sent.parts().map(({ label, title }) => [label, title])).toEqual([
    ['connection preface', 'preface'],
    ['frame header: SETTINGS, connection, 0 bytes follow', 'SETTINGS'],
  ]);
  expect([streams.calls, streams.stageOf(1), streams.stageAt(5)]).toEqual([0, 'tls', 'tls']);
});
