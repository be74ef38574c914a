import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  defaultMaxFrame,
  http2Flags as flags,
  frame,
  preface,
  settingIds,
  settingsFrame,
  http2FrameTypes as types,
  uint32Frame,
} from '../../protocols/http2/frames.ts';
import { framesOf } from '../../tests/support/http2-transcript.ts';
import { answerFormOf, grpcForm } from './http2-answers.ts';
import { NullHttp2Connection } from './http2-connection.ts';
import { serverOpening, windowUpdate } from './http2-frames.ts';

const { endHeaders, endStream, ack, padded } = flags;
const headers = (stream: number, more = 0) =>
  frame(types.headers, endHeaders | more, stream, Buffer.from([0x82]));
const data = (stream: number, content: string | Buffer, more: number = endStream) =>
  frame(types.data, more, stream, Buffer.from(content));
const nothing = Buffer.alloc(0);

/** A connection after its greeting, and what it wrote since then: type, flags, stream and payload of DATA. */
function open(form = grpcForm) {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (part, _encoding, done) => done(void written.push(Buffer.from(part))),
  });
  let answers = 0;
  const connection = new NullHttp2Connection(socket, form, () => answers++);
  expect(Buffer.concat(written)).toEqual(serverOpening);
  const take = (...parts: Buffer[]) => {
    written.length = 0;
    connection.take(Buffer.concat(parts));
    return framesOf(Buffer.concat(written)).map(({ type, flags: own, stream, payload }) =>
      type === types.headers || type === types.settings
        ? [type, own, stream]
        : [type, own, stream, payload.toString()],
    );
  };
  take(preface, settingsFrame([]));
  return { take, socket, answers: () => answers };
}

const answered = (stream: number, ...parts: string[]) => [
  [types.headers, endHeaders, stream],
  ...parts.map((part) => [types.data, 0, stream, part]),
  [types.headers, endHeaders | endStream, stream],
];

describe('a client of a null service over HTTP/2', () => {
  it('is answered with its message, in one part or several, with padding or without', () => {
    const { take, answers } = open();
    expect(take(headers(1), data(1, 'abc'))).toEqual(answered(1, 'abc'));
    expect(take(headers(3), data(3, 'ab', 0), data(3, 'cd'))).toEqual(answered(3, 'abcd'));
    const withPadding = Buffer.from([2, 0x78, 0x79, 0, 0]);
    expect(take(headers(5), data(5, withPadding, padded | endStream))).toEqual(answered(5, 'xy'));
    expect(take(headers(7), data(7, withPadding, padded), data(7, 'z'))).toEqual(
      answered(7, 'xyz'),
    );
    expect(take(headers(9, endStream))).toEqual(answered(9, ''));
    expect(take(headers(11), headers(13), data(13, 'b'), data(11, 'a'))).toEqual([
      ...answered(13, 'b'),
      ...answered(11, 'a'),
    ]);
    expect(answers()).toBe(7);
  });

  it('has its settings, pings and nothing else acknowledged', () => {
    const { take, answers } = open();
    expect(take(settingsFrame([]))).toEqual([[types.settings, ack, 0]]);
    expect(take(frame(types.settings, ack, 0, nothing))).toEqual([]);
    expect(take(frame(types.ping, 0, 0, Buffer.from('12345678')))).toEqual([
      [types.ping, ack, 0, '12345678'],
    ]);
    expect(take(frame(types.ping, ack, 0, Buffer.from('12345678')))).toEqual([]);
    expect(take(data(99, 'of no request'), frame(types.goaway, 0, 0, Buffer.alloc(8)))).toEqual([]);
    expect(answers()).toBe(0);
  });

  it('gets no more than its windows allow, and the rest when they grow', () => {
    const { take, answers } = open();
    take(settingsFrame([[settingIds.initialWindowSize, 4]]));
    expect(take(headers(1), data(1, 'abcdefgh'))).toEqual([
      [types.headers, endHeaders, 1],
      [types.data, 0, 1, 'abcd'],
    ]);
    expect(take(uint32Frame(types.windowUpdate, 1, 1))).toEqual([[types.data, 0, 1, 'e']]);
    // Of another stream, or none at all.
    expect(
      take(
        uint32Frame(types.windowUpdate, 3, 9),
        frame(types.windowUpdate, 0, 1, Buffer.from([1])),
      ),
    ).toEqual([]);
    // A larger initial window widens that of each open stream by the difference.
    expect(take(settingsFrame([[settingIds.initialWindowSize, 6]]))).toEqual(
      expect.arrayContaining([[types.data, 0, 1, 'fg']]),
    );
    expect(take(uint32Frame(types.windowUpdate, 1, 5))).toEqual([
      [types.data, 0, 1, 'h'],
      [types.headers, endHeaders | endStream, 1],
    ]);
    expect(answers()).toBe(1);
  });

  it('widens the window of a request that is still open', () => {
    const { take } = open();
    take(settingsFrame([[settingIds.initialWindowSize, 2]]), headers(1));
    take(uint32Frame(types.windowUpdate, 1, 3), settingsFrame([[settingIds.initialWindowSize, 3]]));
    expect(take(data(1, 'abcdef'))).toEqual(answered(1, 'abcdef'));
  });

  it('shares the window of its connection, and its frames are no longer than it wants', () => {
    const { take } = open();
    const long = 'x'.repeat(16_384);
    for (const stream of [1, 3, 5]) take(headers(stream), data(stream, long));
    // 65,535 octets in all.
    expect(
      take(headers(7), data(7, long)).map(([, , , payload]) => String(payload ?? '').length),
    ).toEqual([0, 16_383]);
    expect(take(headers(9), data(9, 'y'))).toEqual([[types.headers, endHeaders, 9]]);
    expect(take(uint32Frame(types.windowUpdate, 0, 100))).toEqual([
      [types.data, 0, 7, 'x'],
      [types.headers, endHeaders | endStream, 7],
      [types.data, 0, 9, 'y'],
      [types.headers, endHeaders | endStream, 9],
    ]);
    const roomy = open();
    roomy.take(settingsFrame([[settingIds.maxFrameSize, 20_000]]));
    const parts = [data(1, 'x'.repeat(16_000), 0), data(1, 'x'.repeat(14_000))];
    const sizes = roomy
      .take(headers(1), ...parts)
      .map(([type, , , payload]) => (type === types.data ? String(payload).length : 0));
    expect(sizes).toEqual([0, 20_000, 10_000, 0]);
  });

  it('gets nothing for what it has cancelled', () => {
    const { take, answers } = open();
    const reset = (stream: number) => uint32Frame(types.rstStream, stream, 8);
    expect(take(headers(1), reset(1), data(1, 'abc'))).toEqual([]);
    take(settingsFrame([[settingIds.initialWindowSize, 1]]));
    take(headers(3), data(3, 'abc'));
    expect(take(reset(3), uint32Frame(types.windowUpdate, 3, 9))).toEqual([]);
    expect(answers()).toBe(1);
  });

  it('gets the same resource for each request, without trailers', () => {
    const { take } = open(answerFormOf({ type: 'text/plain', body: Buffer.from('same') }));
    const same = (stream: number) => [
      [types.headers, endHeaders, stream],
      [types.data, endStream, stream, 'same'],
    ];
    expect(take(headers(1, endStream), headers(3), data(3, 'ab', 0), data(3, 'c'))).toEqual([
      ...same(1),
      ...same(3),
    ]);
    take(settingsFrame([[settingIds.initialWindowSize, 3]]));
    expect(take(headers(5, endStream))).toEqual([
      [types.headers, endHeaders, 5],
      [types.data, 0, 5, 'sam'],
    ]);
    expect(take(uint32Frame(types.windowUpdate, 5, 1))).toEqual([[types.data, endStream, 5, 'e']]);
  });

  it('may go on as long as it sends frames of the usual size, and a greeting', () => {
    const good = open();
    expect(good.take(headers(1), data(1, 'x'.repeat(defaultMaxFrame)))).toHaveLength(3);
    expect(good.socket.destroyed).toBe(false);
    const long = open();
    long.take(headers(1), data(1, 'x'.repeat(defaultMaxFrame + 1)));
    expect(long.socket.destroyed).toBe(true);
  });
});

it('a window is given back by its octets', () => {
  expect(windowUpdate(5)).toEqual(uint32Frame(types.windowUpdate, 0, 5));
});
