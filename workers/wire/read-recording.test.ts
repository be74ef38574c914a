import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addLayers,
  bytesOf,
  measuredLayers,
  noBytes,
  type WireCapture,
  type WireDirection,
  wireCaptureSchema,
} from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import {
  frame,
  goawayFrame,
  http2Flags,
  http2FrameTypes,
  preface,
  settingsFrame,
} from '../../protocols/http2/frames.ts';
import { prepareHeaders } from '../../protocols/http2/hpack.ts';
import {
  chunksOf,
  httpMessage,
  httpReading,
  type Line,
  readingOf,
} from '../../tests/support/wire-recordings.ts';
import { operationMessages } from './known-messages.ts';
import { readConnection, readRecording } from './read-recording.ts';

const plain = { shape: 'small', tls: 'off', client: 'raw', text: 'ascii' } as const;
const json = 'application/json';

/** Sums over all sections, which have to be all recorded bytes. */
function sectionBytes({ calls, close }: WireCapture, direction: WireDirection): number {
  const all = calls.flatMap(({ setUp, exchange }) => (setUp ? [setUp, exchange] : [exchange]));
  const sum = [close, ...all].reduce((sum, each) => addLayers(sum, each[direction]), noBytes);
  return bytesOf(sum, measuredLayers);
}

function messageBytes({ messages }: WireCapture, direction: WireDirection): number {
  return messages
    .filter((message) => message.direction === direction && message.basis === 'measured')
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function expectWhole(capture: WireCapture): void {
  for (const direction of ['sent', 'received'] as const) {
    expect(messageBytes(capture, direction)).toBe(capture.recorded[direction]);
  }
  for (const { parts, bytes, basis } of capture.messages) {
    if (basis === 'measured' && parts.length > 0)
      expect(parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes);
  }
  wireCaptureSchema.parse(capture);
}

const labelsOf = ({ messages }: WireCapture) =>
  messages.map(({ stage, label }) => `${stage} ${label}`);

/** A reading of two equal calls, in plain text. */
const twice = (protocol: Protocol, sent: string, received: string) =>
  readingOf(protocol, plain, [
    ...([
      ['sent', 1, sent],
      ['received', 2, received],
    ] as const),
    ...([
      ['sent', 3, sent],
      ['received', 4, received],
    ] as const),
  ]);

const template = [
  [':method', 'POST'],
  [':path', '/s/Echo'],
  ['content-type', 'application/grpc'],
] as const;
const call = prepareHeaders(template);
const message = Buffer.from([0, 0, 0, 0, 5, 0x0a, 3, 0x61, 0x62, 0x63]);
const answer = prepareHeaders([[':status', '200']]).first;
const trailers = prepareHeaders([['grpc-status', '0']]);

const headers = (stream: number, block: Buffer, more = 0) =>
  frame(http2FrameTypes.headers, http2Flags.endHeaders | more, stream, block);
const data = (stream: number, more = 0) => frame(http2FrameTypes.data, more, stream, message);
const answerOf = (stream: number, block: Buffer) =>
  Buffer.concat([
    headers(stream, answer),
    data(stream),
    headers(stream, block, http2Flags.endStream),
  ]);

const grpcLines: readonly Line[] = [
  ['sent', 1, Buffer.concat([preface, settingsFrame([[4, 65_536]])])],
  ['received', 2, settingsFrame([])],
  ['sent', 3, Buffer.concat([headers(1, call.first), data(1, http2Flags.endStream)])],
  ['received', 4, answerOf(1, trailers.first)],
  ['sent', 5, Buffer.concat([headers(3, call.repeated), data(3, http2Flags.endStream)])],
  ['received', 6, answerOf(3, trailers.repeated)],
  ['sent', 7, goawayFrame(0, 0)],
];

describe('a recording', () => {
  it('of HTTP/1.1 is divided into request line, headers, values and the bytes around them', () => {
    const capture = readRecording(httpReading('rest', plain));
    expectWhole(capture);
    const [first, second] = capture.calls;
    expect(first).toMatchObject({ call: 1, reused: false, setUp: { roundTrips: 1 } });
    expect(second).toMatchObject({ call: 2, reused: true, setUp: null });
    const { sent } = second?.exchange ?? { sent: noBytes };
    const body = '{"id":"0","name":"Coffee","description":"a small one"}';
    const values = '0Coffeea small one'.length;
    expect(sent).toMatchObject({ payload: body.length, values, envelope: 0, framing: 0 });
    const head = `POST /rest HTTP/1.1\r\nContent-Type: ${json}\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(sent.headers).toBe(head.length);
    expect(labelsOf(capture)).toEqual([
      ...['tcp SYN', 'tcp SYN, ACK', 'tcp ACK', 'first POST /rest', 'first 200 OK'],
      ...['second POST /rest', 'second 200 OK', 'close FIN, ACK', 'close FIN, ACK', 'close ACK'],
    ]);
  });

  it('of HTTP/1.1 has no body for an answer without one, whatever length it announces', () => {
    const head = (status: string, more = 'Content-Length: 99') =>
      `HTTP/1.1 ${status}\r\nContent-Type: ${json}\r\n${more}\r\n\r\n`;
    for (const [method, answer] of [
      ['HEAD', head('200 OK')],
      ['HEAD', head('200 OK', 'Transfer-Encoding: chunked')],
      ['GET', head('304 Not Modified')],
    ]) {
      const request = `${method} / HTTP/1.1\r\n\r\n`;
      const { calls } = readRecording(twice('rest', request, answer ?? ''));
      const received = calls.map(({ exchange }) => exchange.received);
      const whole = { payload: 0, headers: answer?.length };
      expect(received).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
    }
  });

  it('of REST over HTTP/2 shows the bodies in the frames', () => {
    const body = Buffer.from('{"id":"7"}');
    const type = ['content-type', json] as const;
    const asked = prepareHeaders([[':method', 'POST'], [':path', '/products/echo'], type]);
    const prepared = prepareHeaders([[':status', '200'], type]);
    const two = (stream: number) =>
      [0, http2Flags.endStream].map((more, half) =>
        frame(http2FrameTypes.data, more, stream, body.subarray(half * 5, half * 5 + 5)),
      );
    const speak = (stream: number, block: Buffer) =>
      Buffer.concat([headers(stream, block), ...two(stream)]);
    const capture = readRecording(
      readingOf('rest-h2', plain, [
        ['sent', 1, Buffer.concat([preface, settingsFrame([])])],
        ['received', 2, settingsFrame([])],
        ['sent', 3, speak(1, asked.first)],
        ['received', 4, speak(1, prepared.first)],
        ['sent', 5, speak(3, asked.repeated)],
        ['received', 6, speak(3, prepared.repeated)],
      ]),
    );
    expectWhole(capture);
    expect(capture.calls).toHaveLength(2);
    for (const direction of ['sent', 'received'] as const) {
      const layers = capture.calls[1]?.exchange[direction];
      expect(layers).toMatchObject({ payload: body.length, values: 1, framing: 3 * 9 });
    }
  });

  it('of a chunked answer counts its chunks as framing', () => {
    const chunked = `HTTP/1.1 200 OK\r\nContent-Type: ${json}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n"abc\r\n1\r\n"\r\n0\r\n\r\n`;
    const request = httpMessage('POST / HTTP/1.1', json, '""');
    const capture = readRecording(twice('rest', request, chunked));
    expectWhole(capture);
    const received = capture.calls[1]?.exchange.received;
    expect(received).toMatchObject({ payload: 5, values: 3, framing: 3 + 2 + 3 + 2 + 3 + 2 });
  });

  it('of gRPC is divided into frames, header fields with their encoded size, and messages', () => {
    const capture = readRecording(readingOf('grpc', plain, grpcLines));
    expectWhole(capture);
    for (const direction of ['sent', 'received'] as const)
      expect(sectionBytes(capture, direction)).toBe(capture.recorded[direction]);
    const [first, second] = capture.calls;
    expect(first?.setUp?.sent.framing).toBe(24 + 9 + 6);
    expect(first?.exchange.sent).toMatchObject({
      payload: 5,
      values: 3,
      envelope: 5,
      headers: call.first.length,
      framing: 9 + 9,
    });
    expect(second?.exchange.sent.headers).toBe(call.repeated.length);
    expect(second?.exchange.sent.headers).toBe(template.length);
    for (const label of [
      ...['http2 preface, SETTINGS', 'second HEADERS, /s/Echo, DATA', 'close GOAWAY'],
      'first HEADERS, status 200, DATA, HEADERS (trailers), grpc-status 0',
    ])
      expect(labelsOf(capture)).toContain(label);
    const parts = capture.messages.flatMap((each) => each.parts);
    expect(parts.find(({ field }) => field?.name === ':path')).toMatchObject({
      label: 'header :path (HPACK, literal)',
      layer: 'headers',
      field: { value: '/s/Echo' },
    });
  });

  it('has the same result, however the bytes were chunked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        const cut = grpcLines.flatMap(([direction, at, content]) => {
          const bytes = Buffer.from(content);
          return Array.from(
            { length: Math.ceil(bytes.length / size) },
            (_, index): Line => [direction, at, bytes.subarray(index * size, (index + 1) * size)],
          );
        });
        const whole = readRecording(readingOf('grpc', plain, grpcLines));
        expect(readRecording(readingOf('grpc', plain, cut))).toEqual(whole);
      }),
    );
  });

  it('keeps the first and last bytes, parts and messages of long ones, and sums of the others', () => {
    const long = httpMessage('POST / HTTP/1.1', json, JSON.stringify('x'.repeat(100_000)));
    const many = httpMessage('HTTP/1.1 200 OK', json, JSON.stringify(new Array(500).fill('y')));
    const capture = readRecording(twice('rest', long, many));
    expectWhole(capture);
    const [request, reply] = capture.messages.filter(({ stage }) => stage === 'first');
    expect(Buffer.from(request?.head ?? '', 'base64')).toHaveLength(4096);
    expect(Buffer.from(request?.tail ?? '', 'base64').toString()).toBe(long.slice(-512));
    expect(reply?.parts).toHaveLength(97);
    expect(reply?.parts[72]?.label).toMatch(/^\d+ more parts$/);
    const windows = Array.from({ length: 200 }, (_, index): Line[] => [
      ['sent', 3 + index, data(1)],
      ['received', 3.5 + index, frame(http2FrameTypes.windowUpdate, 0, 1, Buffer.alloc(4))],
    ]).flat();
    const talk = readRecording(readingOf('grpc', plain, [...grpcLines.slice(0, 3), ...windows]));
    expectWhole(talk);
    expect(talk.messages.filter(({ stage }) => stage === 'first').length).toBeLessThan(25);
  });

  it('assigns every byte to one part and never fails, for any bytes in any chunks', () => {
    const anything = fc.array(
      fc.tuple(
        fc.constantFrom<WireDirection>('sent', 'received'),
        fc.nat(100),
        fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
      ),
      { maxLength: 12 },
    );
    const damaged = fc
      .tuple(
        fc.constantFrom<readonly Line[]>(grpcLines, tlsLines, linesOf('rest'), linesOf('soap')),
        fc.array(fc.tuple(fc.nat(6), fc.nat(400), fc.nat(255)), { maxLength: 6 }),
      )
      .map(([lines, changes]) => damage(lines, changes));
    const kinds = fc.record({
      protocol: fc.constantFrom<Protocol>('rest', 'soap', 'grpc', 'rest-h2', 'graphql'),
      tls: fc.constantFrom('off', 'tls1.2', 'tls1.3'),
    });
    fc.assert(
      fc.property(fc.oneof(anything, damaged), kinds, (lines, { protocol, tls }) => {
        expectWhole(readRecording(readingOf(protocol, { ...plain, tls }, lines)));
        const connection = { openedMs: 0, closedMs: null, chunks: chunksOf(lines) };
        const messages = operationMessages(null, protocol);
        const place = { index: 0, before: 0, tls: tls !== 'off' };
        const options = { ...place, protocol, messages, service: null };
        const { flights } = readConnection(connection, { ...options, keys: new Map() });
        for (const { canvas, parts } of flights) {
          for (const { from, to } of parts)
            expect(bytesOf(canvas.layersOf(from, to))).toBe(to - from);
        }
      }),
      { numRuns: 600 },
    );
  });
});

function linesOf(protocol: 'rest' | 'soap'): Line[] {
  return httpReading(protocol, plain).recording.connections.flatMap(({ chunks }) =>
    chunks.map(({ direction, atMs, bytes }): Line => [direction, atMs, Buffer.from(bytes)]),
  );
}

/** The start of a handshake followed by records of every type. */
const record = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([type, 3, 3, content.length >> 8, content.length & 255]), content]);
const hello = (type: number, rest: Buffer) => {
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32, type), Buffer.from([0]), rest]);
  return record(22, Buffer.concat([Buffer.from([type, 0, 0, body.length]), body]));
};
const tlsLines: readonly Line[] = [
  ['sent', 1, hello(1, Buffer.from([0, 2, 0x13, 1, 1, 0, 0, 5, 0, 16, 0, 1, 0]))],
  ['received', 2, hello(2, Buffer.from([0x13, 1, 0, 0, 6, 0, 43, 0, 2, 3, 4]))],
  ['sent', 3, Buffer.concat([record(20, Buffer.from([1])), record(23, Buffer.alloc(60))])],
  ['received', 4, record(23, Buffer.alloc(40))],
  ['received', 5, record(21, Buffer.from([1, 0]))],
];

/** Changes some octets, and truncates after the last change. */
function damage(lines: readonly Line[], changes: readonly [number, number, number][]): Line[] {
  const copies = lines.map(([direction, at, content]): [WireDirection, number, Buffer] => [
    direction,
    at,
    Buffer.from(content),
  ]);
  for (const [line, at, value] of changes) {
    const bytes = copies[line]?.[2];
    if (bytes && bytes.length > 0) bytes[at % bytes.length] = value;
  }
  return copies;
}
