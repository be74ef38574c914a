import { describe, expect, it } from 'vitest';
import {
  frame,
  goawayFrame,
  http2Flags,
  http2FrameTypes,
  maxWindow,
  readUint31,
  settingIds,
  settingsFrame,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { type HeaderField, prepareHeaders } from '../../../protocols/http2/hpack.ts';
import { exchange, SessionUnderTest } from '../../../tests/support/http2-transcript.ts';

const settings = settingsFrame([]);
const block = (fields: readonly HeaderField[]) => prepareHeaders(fields).withoutTable;
const headers = (stream: number, fields: readonly HeaderField[], more = 0) =>
  frame(http2FrameTypes.headers, http2Flags.endHeaders | more, stream, block(fields));
const message = (text: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 0, text.length]), Buffer.from(text)]);
const head: HeaderField[] = [
  [':status', '200'],
  ['content-type', 'application/grpc'],
];
const answer = (stream: number, text = 'yes') =>
  Buffer.concat([
    headers(stream, head),
    frame(http2FrameTypes.data, 0, stream, message(text)),
    headers(stream, [['grpc-status', '0']], http2Flags.endStream),
  ]);

/** Types and streams of the frames written by a session, except its preface. */
function framesOf(written: readonly Buffer[]): { type: number; stream: number }[] {
  const bytes = Buffer.concat(written).subarray(24);
  const frames: { type: number; stream: number }[] = [];
  for (let at = 0; at < bytes.length; at += 9 + bytes.readUIntBE(at, 3))
    frames.push({ type: bytes[at + 3] ?? 0, stream: readUint31(bytes, at + 5) });
  return frames;
}
const ofType = (client: SessionUnderTest, type: number) =>
  framesOf(client.written)
    .filter((one) => one.type === type)
    .map(({ stream }) => stream);

describe('a session', () => {
  it('sends everything triggered by one read in one write', () => {
    const client = new SessionUnderTest(5);
    expect(client.written).toHaveLength(1);
    client.receive(settings);
    expect(client.written).toHaveLength(2);
    expect(ofType(client, http2FrameTypes.headers)).toEqual([1, 3, 5, 7, 9]);
  });

  it('writes immediately outside of a read', () => {
    const client = new SessionUnderTest(0);
    client.receive(settings);
    const before = client.written.length;
    const sink = { succeeded: () => undefined, failed: () => undefined };
    client.session.send(exchange, sink, false);
    client.session.send(exchange, sink, false);
    expect(client.written).toHaveLength(before + 2);
  });

  it('separates the octets of two sessions if one makes the other send', () => {
    const other = new SessionUnderTest(0);
    other.receive(settings);
    const client = new SessionUnderTest(1);
    client.receive(settings);
    const sink = { succeeded: () => undefined, failed: () => undefined };
    const passOn = {
      succeeded: () => {
        other.session.send(exchange, sink, false);
        client.session.send(exchange, sink, false);
      },
      failed: () => undefined,
    };
    client.session.send(exchange, passOn, false);
    client.receive(Buffer.concat([answer(1), answer(3)]));
    expect(ofType(client, http2FrameTypes.headers)).toEqual([1, 3, 5]);
    expect(ofType(other, http2FrameTypes.headers)).toEqual([1]);
  });

  it('retires when the stream numbers are used up, and finishes its calls', () => {
    const last = 2 ** 31 - 1;
    const client = new SessionUnderTest(2, undefined, last - 2);
    client.receive(settings);
    expect(ofType(client, http2FrameTypes.data)).toEqual([last - 2, last]);
    expect(client.session.usable).toBe(false);
    client.receive(Buffer.concat([answer(last), answer(last - 2)]));
    expect(client.finish()).toEqual([{ message: 'yes' }, { message: 'yes' }]);
  });

  it('immediately fails a call that it can no longer make', () => {
    const client = new SessionUnderTest(0);
    client.receive(Buffer.concat([settings, goawayFrame(0, 0)]));
    const outcomes: string[] = [];
    const sink = {
      succeeded: () => outcomes.push('ok'),
      failed: ({ kind }: { kind: string }) => outcomes.push(kind),
    };
    client.session.send(exchange, sink, false);
    expect(outcomes).toEqual(['reset']);
  });

  it('reports when the server accepts more streams, and when it becomes unusable', () => {
    const limit = (streams: number) => settingsFrame([[settingIds.maxConcurrentStreams, streams]]);
    const client = new SessionUnderTest(0);
    client.receive(limit(0));
    expect([client.session.capacity, client.changes]).toEqual([0, 0]);
    client.receive(limit(3));
    expect([client.session.capacity, client.changes]).toEqual([3, 1]);
    client.receive(limit(2));
    expect([client.session.capacity, client.changes]).toEqual([2, 1]);
    client.receive(goawayFrame(0, 0));
    expect(client.changes).toBe(2);
  });

  it('informs a server of its protocol errors', () => {
    const client = new SessionUnderTest(1);
    client.receive(
      Buffer.concat([settings, frame(http2FrameTypes.pushPromise, 0, 1, Buffer.alloc(9))]),
    );
    expect(ofType(client, http2FrameTypes.goaway)).toEqual([0]);
    expect(client.finish()).toEqual([{ failure: 'protocol H2_PROTOCOL' }]);
  });
});

describe('what breaks a session', () => {
  const window = (size: number) => settingsFrame([[settingIds.initialWindowSize, size]]);
  it.each([
    ['settings that allow push', settingsFrame([[settingIds.enablePush, 1]])],
    ['an acknowledgement too many', Buffer.alloc(18, frame(4, http2Flags.ack, 0, Buffer.alloc(0)))],
    [
      'windows that grow too large together',
      Buffer.concat([
        uint32Frame(http2FrameTypes.windowUpdate, 1, maxWindow - 70_000),
        window(100_000),
      ]),
    ],
    [
      'WINDOW_UPDATE on a stream that was never opened',
      uint32Frame(http2FrameTypes.windowUpdate, 9, 1),
    ],
    ['PRIORITY of 4 octets', frame(http2FrameTypes.priority, 0, 1, Buffer.alloc(4))],
    ['PRIORITY on stream 0', frame(http2FrameTypes.priority, 0, 0, Buffer.alloc(5))],
    ['GOAWAY on a stream', frame(http2FrameTypes.goaway, 0, 1, Buffer.alloc(8))],
  ])('%s', (_title, bytes) => {
    const client = new SessionUnderTest(2);
    client.receive(Buffer.concat([settings, bytes]));
    expect(client.finish()).toEqual(Array(2).fill({ failure: 'protocol H2_PROTOCOL' }));
  });
});

describe('what fails one call of a session', () => {
  const grpc = head[1] ?? ['', ''];
  const good = frame(http2FrameTypes.data, 0, 1, message('yes'));
  const end = headers(1, [['grpc-status', '0']], http2Flags.endStream);
  it.each([
    ['H2_HEADERS', 'a second :status', [headers(1, [...head.slice(0, 1), ...head]), good, end]],
    ['H2_HEADERS', 'a late pseudo-header', [headers(1, [grpc, [':status', '200']]), good, end]],
    ['H2_HEADERS', 'an unknown one', [headers(1, [[':path', '/'], ...head]), good, end]],
    ['H2_HEADERS', 'capitals in a name', [headers(1, [...head, ['X-y', '1']]), good, end]],
    ['H2_HEADERS', 'HTTP/1.1', [headers(1, [...head, ['connection', 'close']]), good, end]],
    ['H2_HEADERS', 'a line end', [headers(1, [...head, ['x', 'a\nb']]), good, end]],
    ['H2_HEADERS', 'trailers with a :status', [headers(1, head), good, headers(1, head, 1)]],
    [
      'H2_HEADERS',
      'trailers that do not end the stream',
      [headers(1, head), good, headers(1, [['grpc-status', '0']])],
    ],
    ['GRPC_CONTENT_TYPE', 'no content type', [headers(1, [[':status', '200']]), good, end]],
    [
      'GRPC_CONTENT_TYPE',
      'a content type that only begins like ours',
      [
        headers(1, [
          [':status', '200'],
          ['content-type', 'application/grpc-web'],
        ]),
        good,
        end,
      ],
    ],
    [
      'GRPC_PREFIX',
      'a flag of 2',
      [headers(1, head), frame(http2FrameTypes.data, 0, 1, Buffer.from([2, 0, 0, 0, 0])), end],
    ],
  ] as const)('protocol %s: %s', (code, _title, frames) => {
    const client = new SessionUnderTest(2);
    client.receive(settings);
    client.receive(Buffer.concat([...frames, answer(3)]));
    expect(client.finish()).toEqual([{ failure: `protocol ${code}` }, { message: 'yes' }]);
  });

  it('an error page with any first octet', () => {
    const client = new SessionUnderTest(2);
    client.receive(settings);
    const page = frame(http2FrameTypes.data, http2Flags.endStream, 1, Buffer.from('<html>'));
    client.receive(Buffer.concat([headers(1, [[':status', '502']]), page, answer(3)]));
    expect(client.finish()).toEqual([{ failure: 'status 502' }, { message: 'yes' }]);
  });
});
