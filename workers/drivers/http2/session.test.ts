import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  frame,
  goawayFrame,
  http2Flags,
  maxWindow,
  settingIds,
  settingsFrame,
  http2FrameTypes as types,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { type HeaderField, prepareHeaders } from '../../../protocols/http2/hpack.ts';
import { exchange, framesOf, SessionUnderTest } from '../../../tests/support/http2-transcript.ts';

const { ack, endHeaders, endStream, padded } = http2Flags;
const settings = settingsFrame([]);
const block = (fields: readonly HeaderField[]) => prepareHeaders(fields).withoutTable;
const headers = (stream: number, fields: readonly HeaderField[], more = 0) =>
  frame(types.headers, endHeaders | more, stream, block(fields));
const data = (content: Buffer | string, flags = 0, stream = 1) =>
  frame(types.data, flags, stream, Buffer.from(content));
const zeros = (type: number, flags: number, stream: number, octets: number) =>
  frame(type, flags, stream, Buffer.alloc(octets));
const message = (text: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 0, text.length]), Buffer.from(text)]);
const ok: HeaderField = [':status', '200'];
const grpc: HeaderField = ['content-type', 'application/grpc'];
const status = (code: string): HeaderField => ['grpc-status', code];
const head = headers(1, [ok, grpc]);
const yes = data(message('yes'));
const end = headers(1, [status('0')], endStream);
const answer = (stream: number) =>
  Buffer.concat([
    headers(stream, [ok, grpc]),
    data(message('yes'), 0, stream),
    headers(stream, [status('0')], endStream),
  ]);

/** A session of so many calls after the settings of its peer. */
function begun(calls: number): SessionUnderTest {
  const client = new SessionUnderTest(calls);
  client.receive(settings);
  return client;
}

/** Streams of the frames of this type that a session has written after its preface. */
const streamsOf = ({ written }: SessionUnderTest, wanted: number) =>
  framesOf(Buffer.concat(written).subarray(24)).flatMap(({ type, stream }) =>
    type === wanted ? [stream] : [],
  );
const silent = { succeeded: () => undefined, failed: () => undefined };

describe('a session', () => {
  it('sends everything triggered by one read in one write', () => {
    const client = new SessionUnderTest(5);
    expect(client.written).toHaveLength(1);
    client.receive(settings);
    expect(client.written).toHaveLength(2);
    expect(streamsOf(client, types.headers)).toEqual([1, 3, 5, 7, 9]);
  });

  it('writes immediately outside of a read', () => {
    const client = begun(0);
    const before = client.written.length;
    client.session.send(exchange, silent, false);
    client.session.send(exchange, silent, false);
    expect(client.written).toHaveLength(before + 2);
  });

  it('separates the octets of two sessions if one makes the other send', () => {
    const [other, client] = [begun(0), begun(1)];
    const succeeded = () => {
      other.session.send(exchange, silent, false);
      client.session.send(exchange, silent, false);
    };
    client.session.send(exchange, { ...silent, succeeded }, false);
    client.receive(Buffer.concat([answer(1), answer(3)]));
    expect(streamsOf(client, types.headers)).toEqual([1, 3, 5]);
    expect(streamsOf(other, types.headers)).toEqual([1]);
  });

  it('retires when the stream numbers are used up, and finishes its calls', () => {
    const last = 2 ** 31 - 1;
    const client = new SessionUnderTest(2, undefined, last - 2);
    client.receive(settings);
    expect(streamsOf(client, types.data)).toEqual([last - 2, last]);
    expect(client.session.usable).toBe(false);
    client.receive(Buffer.concat([answer(last), answer(last - 2)]));
    expect(client.finish()).toEqual([{ message: 'yes' }, { message: 'yes' }]);
  });

  it('finishes calls that GOAWAY allows, fails the others, and makes none afterwards', () => {
    const client = begun(3);
    client.receive(goawayFrame(3, 0));
    expect(client.session.usable).toBe(false);
    const late: string[] = [];
    client.session.send(exchange, { ...silent, failed: ({ kind }) => late.push(kind) }, false);
    expect(late).toEqual(['reset']);
    client.receive(Buffer.concat([answer(1), answer(3)]));
    const done = { message: 'yes' };
    expect(client.finish()).toEqual([done, done, { failure: 'reset GOAWAY' }]);
  });

  it('reports when the server accepts more streams, and when it becomes unusable', () => {
    const client = new SessionUnderTest(0);
    expect(client.session.capacity).toBe(Infinity);
    for (const [streams, changes] of [
      [0, 0],
      [3, 1],
      [2, 1],
    ] as const) {
      client.receive(settingsFrame([[settingIds.maxConcurrentStreams, streams]]));
      expect([client.session.capacity, client.changes]).toEqual([streams, changes]);
    }
    client.receive(goawayFrame(0, 0));
    expect(client.changes).toBe(2);
  });

  it('answers a PING', () => {
    const client = begun(0);
    client.receive(frame(types.ping, 0, 0, Buffer.from('12345678')));
    expect(client.written.at(-1)).toEqual(frame(types.ping, ack, 0, Buffer.from('12345678')));
  });

  it('informs a server of its protocol errors', () => {
    const client = begun(1);
    client.receive(zeros(types.pushPromise, 0, 1, 9));
    expect(streamsOf(client, types.goaway)).toEqual([0]);
  });
});

describe('what a server may send', () => {
  it.each([
    ['padding', [head, data(`\x02${message('yes')}\0\0`, padded), end]],
    ['empty DATA', [head, data(''), yes, end]],
    ['PRIORITY', [zeros(types.priority, 0, 1, 5), head, yes, end]],
    ['an unknown frame', [zeros(99, 255, 7, 3), head, yes, end]],
    ['unknown settings', [settingsFrame([[0x99, 1]]), head, yes, end]],
    ['an acknowledgement', [zeros(types.settings, ack, 0, 0), head, yes, end]],
    [
      'a header block in pieces',
      [
        frame(types.headers, 0, 1, block([ok, grpc]).subarray(0, 1)),
        frame(types.continuation, endHeaders, 1, block([ok, grpc]).subarray(1)),
        ...[yes, end],
      ],
    ],
    ['an interim response', [headers(1, [[':status', '103']]), head, yes, end]],
  ])('%s', (_title, frames) => {
    const client = begun(1);
    client.receive(Buffer.concat(frames));
    expect(client.finish()).toEqual([{ message: 'yes' }]);
  });
});

describe('what breaks a session', () => {
  const update = (stream: number, by: number) => uint32Frame(types.windowUpdate, stream, by);
  const open = frame(types.headers, 0, 1, block([ok]));
  const { enablePush, initialWindowSize, maxFrameSize } = settingIds;
  const setting = (id: number, value: number) => settingsFrame([[id, value]]);
  it.each([
    ['DATA on an idle stream', [data('x', 0, 3)]],
    ['DATA on stream 0', [data('x', 0, 0)]],
    ['DATA in the middle of a header block', [open, data('x')]],
    ['HEADERS on an idle stream', [headers(3, [ok])]],
    ['HEADERS on an even stream', [headers(2, [ok])]],
    ['HEADERS in the middle of a header block', [open, headers(1, [ok])]],
    ['an invalid header block', [frame(types.headers, endHeaders, 1, Buffer.from([0x80]))]],
    ['CONTINUATION without HEADERS', [frame(types.continuation, endHeaders, 1, block([ok]))]],
    ['PUSH_PROMISE', [zeros(types.pushPromise, endHeaders, 1, 5)]],
    ['SETTINGS on a stream', [zeros(types.settings, 0, 1, 0)]],
    ['SETTINGS of 5 octets', [zeros(types.settings, 0, 0, 5)]],
    ['an acknowledgement with content', [zeros(types.settings, ack, 0, 6)]],
    ['an acknowledgement too many', Array(2).fill(zeros(types.settings, ack, 0, 0))],
    ['settings that allow push', [setting(enablePush, 1)]],
    ['a window that is too large', [setting(initialWindowSize, 2 ** 31)]],
    ['frames that are too small', [setting(maxFrameSize, 16_383)]],
    ['frames that are too large', [setting(maxFrameSize, 2 ** 24)]],
    [
      'windows too large together',
      [update(1, maxWindow - 70_000), setting(initialWindowSize, 1e5)],
    ],
    ['WINDOW_UPDATE of 0', [update(0, 0)]],
    ['WINDOW_UPDATE beyond the limit', [update(0, 2 ** 31 - 1)]],
    ['WINDOW_UPDATE of 3 octets', [zeros(types.windowUpdate, 0, 0, 3)]],
    ['WINDOW_UPDATE on an idle stream', [update(9, 1)]],
    ['PING of 7 octets', [zeros(types.ping, 0, 0, 7)]],
    ['PING on a stream', [zeros(types.ping, 0, 1, 8)]],
    ['PRIORITY of 4 octets', [zeros(types.priority, 0, 1, 4)]],
    ['PRIORITY on stream 0', [zeros(types.priority, 0, 0, 5)]],
    ['RST_STREAM of 3 octets', [zeros(types.rstStream, 0, 1, 3)]],
    ['RST_STREAM on an idle stream', [uint32Frame(types.rstStream, 5, 8)]],
    ['GOAWAY of 7 octets', [zeros(types.goaway, 0, 0, 7)]],
    ['GOAWAY on a stream', [zeros(types.goaway, 0, 1, 8)]],
    ['a frame that is too long', [zeros(types.headers, endHeaders, 1, 16_385)]],
    ['padding that is too long', [head, data('\x09\x01', padded)]],
  ])('%s', (_title, frames) => {
    const client = begun(1);
    client.receive(Buffer.concat(frames));
    expect(client.finish()).toEqual([{ failure: 'protocol H2_PROTOCOL' }]);
  });

  it.each([
    ['a PING', zeros(types.ping, 0, 0, 8)],
    ['HTTP/1.1', Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')],
  ])('%s before SETTINGS', (_title, bytes) => {
    const client = new SessionUnderTest(1);
    client.receive(bytes);
    expect(client.end).toBe('protocol H2_PROTOCOL');
  });
});

describe('what fails one call of a session', () => {
  const only = (...fields: HeaderField[]) => [headers(1, fields, endStream)];
  const said = (content: Buffer) => [head, data(content), end];
  const from = (...fields: HeaderField[]) => [headers(1, fields), yes, end];
  const three = message('abc');
  it.each([
    ['protocol H2_HEADERS', 'no status', from(status('0'))],
    ['protocol H2_HEADERS', 'a status in words', from([':status', 'ok'])],
    ['protocol H2_HEADERS', 'a status of four digits', from([':status', '2000'])],
    ['protocol H2_HEADERS', 'a second :status', from(ok, ok, grpc)],
    ['protocol H2_HEADERS', 'a late pseudo-header', from(grpc, ok)],
    ['protocol H2_HEADERS', 'an unknown one', from([':path', '/'], ok, grpc)],
    ['protocol H2_HEADERS', 'capitals in a name', from(ok, grpc, ['X-y', '1'])],
    ['protocol H2_HEADERS', 'a field of HTTP/1.1', from(ok, grpc, ['connection', 'close'])],
    ['protocol H2_HEADERS', 'a line end', from(ok, grpc, ['x', 'a\nb'])],
    ['protocol H2_HEADERS', 'trailers with a :status', [head, yes, headers(1, [ok], endStream)]],
    ['protocol H2_HEADERS', 'trailers without an end', [head, yes, headers(1, [status('0')])]],
    ['protocol H2_HEADERS', 'a message before its headers', [yes, head, end]],
    ['protocol H2_HEADERS', 'a message alone', [data(three, endStream)]],
    ['protocol H2_HEADERS', 'an interim response alone', only([':status', '103'])],
    ['protocol GRPC_CONTENT_TYPE', 'no content type', from(ok)],
    ['protocol GRPC_CONTENT_TYPE', 'nothing but a status of 200', only(ok)],
    ['protocol GRPC_CONTENT_TYPE', 'HTML', only(ok, ['content-type', 'text/html'])],
    ['protocol GRPC_CONTENT_TYPE', 'grpc-web', from(ok, ['content-type', 'application/grpc-web'])],
    ['protocol GRPC_PREFIX', 'a flag of 2', said(Buffer.from([2, 0, 0, 0, 0]))],
    ['protocol GRPC_COMPRESSED', 'a compressed message', said(Buffer.from([1, 0, 0, 0, 1, 1]))],
    ['protocol GRPC_LENGTH', 'too short a message', said(three.subarray(0, 7))],
    ['protocol GRPC_LENGTH', 'a second message', said(Buffer.concat([three, three]))],
    ['protocol GRPC_LENGTH', 'no message', said(Buffer.alloc(0))],
    ['protocol GRPC_LENGTH', 'an endless one', said(Buffer.from([0, 255, 255, 255, 255, 1]))],
    ['protocol GRPC_STATUS', 'no trailers', [head, data(three, endStream)]],
    ['protocol GRPC_STATUS', 'no status', only(ok, ['content-type', 'application/grpc+proto'])],
    ['status UNIMPLEMENTED', 'a status alone', only(ok, status('12'))],
    ['status INVALID_ARGUMENT', 'a status', [head, headers(1, [status('3')], endStream)]],
    ['status STATUS_99', 'an unknown status', [head, headers(1, [status('99')], endStream)]],
    ['status UNKNOWN', 'a status in words', [head, headers(1, [status('fine')], endStream)]],
    ['status 503', 'a status of HTTP', only([':status', '503'])],
    ['status 502', 'a page', [headers(1, [[':status', '502']]), data('<html>', endStream)]],
    ['reset CANCEL', 'a reset', [head, uint32Frame(types.rstStream, 1, 8)]],
    ['reset REFUSED_STREAM', 'a refusal', [uint32Frame(types.rstStream, 1, 7)]],
    ['reset INTERNAL_ERROR', 'an error', [uint32Frame(types.rstStream, 1, 2)]],
    ['protocol PROTOCOL_ERROR', 'an error of ours', [uint32Frame(types.rstStream, 1, 1)]],
    ['reset CLOSED', 'the end of the connection', [head, yes]],
  ])('%s: %s', (failure, _title, frames) => {
    const client = begun(2);
    client.receive(Buffer.concat([...frames, answer(3)]));
    expect(client.finish()).toEqual([{ failure }, { message: 'yes' }]);
  });

  it('is one outcome, whatever frames come', () => {
    const octets = fc.uint8Array({ maxLength: 80 }).map((content) => Buffer.from(content));
    const anyFrame = fc
      .record({
        type: fc.nat({ max: 10 }),
        flags: fc.constantFrom(0, 1, 4, 5, 8, 9, 13, 32, 37),
        stream: fc.nat({ max: 3 }),
        payload: fc.oneof(octets, fc.constantFrom(block([ok]), message('x'), Buffer.alloc(8))),
      })
      .map(({ type, flags, stream, payload }) => frame(type, flags, stream, payload));
    const frames = fc.array(fc.oneof(anyFrame, fc.constantFrom(head, yes, end)), { maxLength: 8 });
    fc.assert(
      fc.property(frames, octets, (some, rest) => {
        const client = begun(2);
        client.receive(Buffer.concat([...some, rest]));
        for (const outcome of client.finish())
          if ('failure' in outcome) expect(outcome.failure).toMatch(/^(protocol|reset|status) \w/);
      }),
      { numRuns: 500 },
    );
  });
});
