import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, measuredLayers, noBytes } from '../../contracts/wire.ts';
import { rsocketErrorCodes, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { compositeMime, compositeRoute, jsonMime } from '../../protocols/rsocket/routes.ts';
import {
  cancelFrame,
  errorFrame,
  keepaliveFrame,
  requestNFrame,
  setupFrame,
} from '../../protocols/rsocket/write.ts';
import { framed, payloadOf } from '../../tests/support/rsocket-frames.ts';
import { chunksOf, type Line, readingOf } from '../../tests/support/wire-recordings.ts';
import { Canvas } from './canvas.ts';
import { StreamLog } from './http2.ts';
import { readRecording } from './read-recording.ts';
import { readRSocket } from './rsocket.ts';

const plain = { shape: 'small', tls: 'off', client: 'raw', text: 'ascii' } as const;
const body = '{"id":"0","name":"Coffee","description":"a small one"}';
const valueBytes = '0Coffeea small one'.length;
const metadata = compositeRoute('echo');
const setup = setupFrame({
  ...{ major: 1, minor: 0, keepaliveMs: 20_000, lifetimeMs: 100_000 },
  ...{ metadataMime: compositeMime, dataMime: jsonMime },
});

const request = (stream: number, limit?: number) => {
  const message = { type: rsocketFrameTypes.requestResponse, metadata, data: Buffer.from(body) };
  return framed(stream, message, limit);
};
const answer = (stream: number, limit?: number) => payloadOf(stream, body, undefined, limit);

const lines: readonly Line[] = [
  ['sent', 1, Buffer.concat([setup, request(1)])],
  ['received', 2, answer(1)],
  ['sent', 3, request(3)],
  ['received', 4, answer(3)],
];

/** A recording of one request and its answer. */
const recordingOf = (sent: Buffer, received: Buffer) =>
  readRecording(
    readingOf('rsocket', plain, [
      ['sent', 1, sent],
      ['received', 2, received],
    ]),
  );

describe('a recording of RSocket', () => {
  it('is divided into frames, metadata, values and the bytes around them', () => {
    const capture = readRecording(readingOf('rsocket', plain, lines));
    const [first, second] = capture.calls;
    expect(first?.setUp?.sent).toMatchObject({
      framing: 9 + 4 + 8,
      headers: 1 + compositeMime.length + 1 + jsonMime.length,
    });
    expect(first?.setUp?.roundTrips).toBe(1);
    expect(second).toMatchObject({ reused: true, setUp: null });
    expect(second?.exchange.sent).toMatchObject({
      payload: body.length,
      values: valueBytes,
      envelope: metadata.length,
      headers: 0,
      framing: 9 + 3,
    });
    expect(second?.exchange.received).toMatchObject({
      payload: body.length,
      values: valueBytes,
      headers: 0,
      framing: 9,
    });
    expect(
      capture.messages
        .filter(({ basis }) => basis === 'measured')
        .map(({ stage, label }) => `${stage} ${label}`),
    ).toEqual([
      'rsocket SETUP',
      'first REQUEST_RESPONSE, echo',
      'first PAYLOAD',
      'second REQUEST_RESPONSE, echo',
      'second PAYLOAD',
    ]);
  });

  it('finds values that lie in several fragments', () => {
    const capture = recordingOf(Buffer.concat([setup, request(1, 32)]), answer(1, 32));
    const { sent, received } = capture.calls[0]?.exchange ?? { sent: noBytes, received: noBytes };
    for (const way of [sent, received]) {
      expect(way).toMatchObject({ payload: body.length, values: valueBytes });
    }
  });

  it('shows errors and keepalives', () => {
    const refusal = errorFrame(1, rsocketErrorCodes.rejected, 'no');
    const received = Buffer.concat([keepaliveFrame(true), refusal]);
    const capture = recordingOf(Buffer.concat([setup, request(1)]), received);
    const labels = capture.messages.map(({ label }) => label);
    expect(labels).toContain('KEEPALIVE, ERROR, REJECTED');
  });

  it('never loses a byte', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(setup, request(1), answer(1), request(3, 32), keepaliveFrame(false)),
    );
    const pieces = fc.array(piece, { maxLength: 6 }).map((all) => Buffer.concat(all));
    fc.assert(
      fc.property(pieces, pieces, (sent, received) => {
        const { messages } = recordingOf(sent, received);
        const bytes = messages.reduce(
          (sum, { layers }) => sum + bytesOf(layers, measuredLayers),
          0,
        );
        expect(bytes).toBe(sent.length + received.length);
      }),
      { numRuns: 300 },
    );
  });
});

it('the frames of RSocket are named, each with its parts and the call that it belongs to', () => {
  const streams = new StreamLog((call) => (call === 1 ? 'first' : 'second'), 'rsocket');
  const read = (direction: 'sent' | 'received', ...pieces: Buffer[]) => {
    const at = direction === 'sent' ? 0 : 50;
    const canvas = new Canvas(
      chunksOf(pieces.map((bytes, index): Line => [direction, at + index, bytes])),
    );
    readRSocket(canvas, canvas.whole(), direction, streams);
    return canvas.parts().map(({ stage, label, from, to }) => `${stage} ${to - from}: ${label}`);
  };
  const stream = { type: rsocketFrameTypes.requestStream, metadata, data: Buffer.from('1') };
  const ask = (id: number, requestN: number) => framed(id, { ...stream, requestN });
  const header = (name: string, where: string, more: number) =>
    `${9}: frame header: ${name}, ${where}, ${more} bytes follow`;
  const asked = (stage: string, id: number, words: string) => [
    `${stage} ${header('REQUEST_STREAM', `stream ${id}`, 4 + 3 + metadata.length + 1)}`,
    `${stage} 4: asks for ${words} payloads`,
    `${stage} 3: length of the metadata: ${metadata.length} bytes`,
    `${stage} ${metadata.length}: metadata`,
  ];
  const mimes = [compositeMime, jsonMime].map(({ length }) => 1 + length) as [number, number];
  const sent = read(
    'sent',
    setup,
    ask(1, 0x7fff_ffff),
    ask(3, 7),
    requestNFrame(3, 6),
    cancelFrame(9),
  );
  expect(sent.filter((part) => !/value/.test(part))).toEqual([
    `rsocket ${header('SETUP', 'the connection', 12 + mimes[0] + mimes[1])}`,
    ...['rsocket 4: version 1.0', 'rsocket 8: KEEPALIVE every 20000 ms, dead after 100000 ms'],
    ...[`rsocket ${mimes[0]}: metadata MIME type`, `rsocket ${mimes[1]}: data MIME type`],
    ...asked('first', 1, 'all'),
    ...asked('second', 3, '7'),
    `second ${header('REQUEST_N', 'stream 3', 4)}`,
    'second 4: asks for 6 more payloads',
    `rsocket ${header('CANCEL', 'stream 9', 0)}`,
  ]);
  const failed = errorFrame(3, rsocketErrorCodes.rejected, 'why');
  expect(read('received', keepaliveFrame(true, Buffer.from('ab')), failed)).toEqual([
    `second ${header('KEEPALIVE', 'the connection', 10)}`,
    'second 10: position and data',
    `second ${header('ERROR', 'stream 3', 7)}`,
    ...['second 4: error REJECTED', 'second 3: reason'],
  ]);
});
