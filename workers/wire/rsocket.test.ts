import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, measuredLayers, noBytes } from '../../contracts/wire.ts';
import { rsocketErrorCodes, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { compositeMime, compositeRoute, jsonMime } from '../../protocols/rsocket/routes.ts';
import { errorFrame, keepaliveFrame, setupFrame } from '../../protocols/rsocket/write.ts';
import { framed, payloadOf } from '../../tests/support/rsocket-frames.ts';
import { type Line, readingOf } from '../../tests/support/wire-recordings.ts';
import { readRecording } from './read-recording.ts';

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
