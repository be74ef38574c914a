import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import {
  frame,
  http2Flags,
  http2FrameTypes,
  settingIds,
  settingsFrame,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { type HeaderField, prepareHeaders } from '../../../protocols/http2/hpack.ts';
import {
  connect,
  describeOutcome,
  type Loopback,
  listen,
  newMeter,
  OneOutcome,
  plainAddress,
} from '../../../tests/support/loopback.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { wireOpener } from '../socket.ts';
import { Http2Connection } from './connection.ts';
import { PreparedCall, PreparedHead } from './prepared-call.ts';
import type { Http2Request } from './request.ts';
import { newUnaryReply } from './unary-reply.ts';

const body = prefixMessage(Buffer.from('x'));
const unary: Http2Request = {
  operation: echoOperation,
  newReply: newUnaryReply,
  call: new PreparedCall(new PreparedHead([[':method', 'POST']]), body),
  decode: () => ({ id: '', name: '', description: '' }),
};
const { endHeaders, endStream, padded } = http2Flags;
const block = (...fields: HeaderField[]) => prepareHeaders(fields).withoutTable;
const headers = (stream: number, frameFlags: number, ...fields: HeaderField[]) =>
  frame(http2FrameTypes.headers, frameFlags, stream, block(...fields));
const data = (content: Buffer | string, frameFlags = 0, stream = 1) =>
  frame(http2FrameTypes.data, frameFlags, stream, Buffer.from(content));
const ok: HeaderField = [':status', '200'];
const grpc: HeaderField = ['content-type', 'application/grpc'];
const good = [
  headers(1, endHeaders, ok, grpc),
  data(body),
  headers(1, endHeaders | endStream, ['grpc-status', '0']),
];
const noSettings = settingsFrame([]);

let server: Loopback | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** Acts as a server that sends `opening` immediately and `answer` to the first request, and then closes. */
async function outcomeOf(opening: Buffer, answer: Buffer): Promise<string> {
  const here = await listen((socket: Socket) => {
    socket.write(opening);
    socket.on('data', (bytes: Buffer) => {
      if (bytes.includes(body)) socket.end(answer);
    });
    if (opening !== noSettings) socket.end();
  });
  server = here;
  const address = plainAddress(here.port);
  const connection = new Http2Connection(wireOpener(address, newMeter(), 'h2', false));
  try {
    const refused = await connect(connection);
    if (refused) return `${refused.kind} ${refused.code}`;
    const sink = new OneOutcome();
    connection.send(unary, sink, true);
    return describeOutcome(await sink.outcome);
  } finally {
    connection.close();
    await here.close();
  }
}
const answered = (...frames: readonly Buffer[]) => outcomeOf(noSettings, Buffer.concat(frames));

describe('what a server may send', () => {
  it.each([
    ['headers, message, trailers', good],
    [
      'padding',
      [
        headers(1, endHeaders, ok, grpc),
        data(Buffer.concat([Buffer.from([2]), body, Buffer.alloc(2)]), padded),
        ...good.slice(2),
      ],
    ],
    ['empty DATA', [headers(1, endHeaders, ok, grpc), data(''), ...good.slice(1)]],
    [
      'PRIORITY and unknown frames',
      [
        frame(http2FrameTypes.priority, 0, 1, Buffer.alloc(5)),
        frame(99, 255, 7, Buffer.alloc(3)),
        ...good,
      ],
    ],
    ['unknown settings', [settingsFrame([[0x99, 1]]), ...good]],
    [
      'an acknowledgement',
      [frame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(0)), ...good],
    ],
    [
      'a header block in pieces',
      [
        frame(http2FrameTypes.headers, 0, 1, block(ok, grpc).subarray(0, 1)),
        frame(http2FrameTypes.continuation, endHeaders, 1, block(ok, grpc).subarray(1)),
        ...good.slice(1),
      ],
    ],
    ['an interim response', [headers(1, endHeaders, [':status', '103']), ...good]],
  ])('%s', async (_title, frames) => {
    expect(await answered(...frames)).toBe('ok');
  });
});

describe('what breaks a connection', () => {
  const uint32 = (value: number) => uint32Frame(http2FrameTypes.windowUpdate, 0, value);
  it.each([
    ['DATA on an idle stream', [data(body, 0, 3)]],
    ['DATA on stream 0', [data(body, 0, 0)]],
    [
      'DATA in the middle of a header block',
      [frame(http2FrameTypes.headers, 0, 1, block(ok)), data(body)],
    ],
    ['HEADERS on an idle stream', [headers(3, endHeaders, ok)]],
    ['HEADERS on an even stream', [headers(2, endHeaders, ok)]],
    [
      'HEADERS in the middle of a header block',
      [frame(http2FrameTypes.headers, 0, 1, block(ok)), headers(1, endHeaders, ok)],
    ],
    [
      'a header block that cannot be decoded',
      [frame(http2FrameTypes.headers, endHeaders, 1, Buffer.from([0x80]))],
    ],
    [
      'CONTINUATION without HEADERS',
      [frame(http2FrameTypes.continuation, endHeaders, 1, block(ok))],
    ],
    ['PUSH_PROMISE', [frame(http2FrameTypes.pushPromise, endHeaders, 1, Buffer.alloc(5))]],
    ['SETTINGS on a stream', [frame(http2FrameTypes.settings, 0, 1, Buffer.alloc(0))]],
    ['SETTINGS of 5 octets', [frame(http2FrameTypes.settings, 0, 0, Buffer.alloc(5))]],
    [
      'an acknowledgement with content',
      [frame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(6))],
    ],
    ['a window that is too large', [settingsFrame([[settingIds.initialWindowSize, 2 ** 31]])]],
    ['frames that are too small', [settingsFrame([[settingIds.maxFrameSize, 16_383]])]],
    ['frames that are too large', [settingsFrame([[settingIds.maxFrameSize, 2 ** 24]])]],
    ['WINDOW_UPDATE of 0', [uint32(0)]],
    ['WINDOW_UPDATE beyond the limit', [uint32(2 ** 31 - 1)]],
    ['WINDOW_UPDATE of 3 octets', [frame(http2FrameTypes.windowUpdate, 0, 0, Buffer.alloc(3))]],
    ['PING of 7 octets', [frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(7))]],
    ['PING on a stream', [frame(http2FrameTypes.ping, 0, 1, Buffer.alloc(8))]],
    ['RST_STREAM of 3 octets', [frame(http2FrameTypes.rstStream, 0, 1, Buffer.alloc(3))]],
    ['RST_STREAM on an idle stream', [uint32Frame(http2FrameTypes.rstStream, 5, 8)]],
    ['GOAWAY of 7 octets', [frame(http2FrameTypes.goaway, 0, 0, Buffer.alloc(7))]],
    [
      'a frame that is too long',
      [frame(http2FrameTypes.headers, endHeaders, 1, Buffer.alloc(16_385))],
    ],
    [
      'padding that is too long',
      [headers(1, endHeaders, ok, grpc), data(Buffer.from([9, 1]), padded)],
    ],
  ])('%s', async (_title, frames) => {
    expect(await answered(...frames)).toBe('protocol H2_PROTOCOL');
  });

  it('anything before SETTINGS', async () => {
    const ping = frame(http2FrameTypes.ping, 0, 0, Buffer.alloc(8));
    expect(await outcomeOf(ping, Buffer.alloc(0))).toBe('protocol H2_PROTOCOL');
    const http1 = Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    expect(await outcomeOf(http1, Buffer.alloc(0))).toBe('protocol H2_PROTOCOL');
  });
});

describe('what fails one request', () => {
  it.each([
    ['protocol H2_HEADERS', 'no status', [headers(1, endHeaders, ['grpc-status', '0'])]],
    [
      'protocol H2_HEADERS',
      'a status that is no number',
      [headers(1, endHeaders, [':status', 'ok']), ...good.slice(1)],
    ],
    [
      'protocol H2_HEADERS',
      'a status of four digits',
      [headers(1, endHeaders, [':status', '2000']), ...good.slice(1)],
    ],
    ['protocol H2_HEADERS', 'a message before its headers', [data(body), ...good]],
    ['protocol H2_HEADERS', 'a message alone', [data(body, endStream)]],
    [
      'protocol GRPC_STATUS',
      'an answer without trailers',
      [headers(1, endHeaders, ok, grpc), data(body, endStream)],
    ],
    [
      'protocol H2_HEADERS',
      'an interim response alone',
      [headers(1, endHeaders | endStream, [':status', '103'])],
    ],
    ['reset CLOSED', 'the end of the connection', [headers(1, endHeaders, ok, grpc), data(body)]],
  ])('%s: %s', async (outcome, _title, frames) => {
    expect(await answered(...frames)).toBe(outcome);
  });
});

describe('random servers', () => {
  const octets = fc.uint8Array({ maxLength: 80 }).map((content) => Buffer.from(content));
  const isFailure = (outcome: string) => /^(protocol|reset|status) /.test(outcome);

  it('that start with arbitrary bytes are counted as errors', async () => {
    await fc.assert(
      fc.asyncProperty(octets, async (bytes) => isFailure(await outcomeOf(bytes, Buffer.alloc(0)))),
      { numRuns: 60 },
    );
  });

  it('that answer with arbitrary bytes are counted as errors', async () => {
    await fc.assert(
      fc.asyncProperty(octets, async (bytes) => isFailure(await answered(bytes))),
      { numRuns: 100 },
    );
  });

  it('that answer with arbitrary frames have one outcome', async () => {
    const anyFrame = fc
      .record({
        type: fc.nat({ max: 10 }),
        frameFlags: fc.constantFrom(0, 1, 4, 5, 8, 9, 13, 32, 37),
        stream: fc.nat({ max: 3 }),
        payload: fc.oneof(octets, fc.constantFrom(block(ok), body, Buffer.alloc(8))),
      })
      .map(({ type, frameFlags, stream, payload }) => frame(type, frameFlags, stream, payload));
    const some = fc.array(fc.oneof(anyFrame, fc.constantFrom(...good)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(some, async (frames) => {
        expect(await answered(...frames)).toMatch(/^(ok|protocol|reset|status)/);
      }),
      { numRuns: 200 },
    );
  });
});
