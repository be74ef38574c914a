import { describe, expect, it } from 'vitest';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { http2Flags, http2FrameTypes, readUint31 } from '../../../protocols/http2/frames.ts';
import { type HeaderField, HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { readUint24 } from '../../../protocols/octets.ts';
import { type CallTemplate, PreparedCall, PreparedHead, writeCall } from './prepared-call.ts';

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

function written(template: CallTemplate, stream: number): Frame[] {
  const bytes = Buffer.alloc(template.bytes.length + 7);
  writeCall(template, stream, bytes, 7);
  const frames: Frame[] = [];
  for (let at = 7; at < bytes.length; ) {
    const end = at + 9 + readUint24(bytes, at);
    frames.push({
      type: bytes[at + 3] ?? 0,
      flags: bytes[at + 4] ?? 0,
      stream: readUint31(bytes, at + 5),
      payload: bytes.subarray(at + 9, end),
    });
    at = end;
  }
  return frames;
}

const headers: HeaderField[] = [
  [':method', 'POST'],
  ['x', 'y'],
];
const body = prefixMessage(Buffer.from('hello'));

describe('a prepared call', () => {
  it('is HEADERS and one DATA frame on any stream', () => {
    const { first } = new PreparedCall(new PreparedHead(headers), body);
    const frames = first.whole ? written(first.whole, 2 ** 31 - 1) : [];
    expect(frames.map(({ type, stream }) => [type, stream])).toEqual([
      [http2FrameTypes.headers, 2 ** 31 - 1],
      [http2FrameTypes.data, 2 ** 31 - 1],
    ]);
    expect(frames.map((one) => one.flags)).toEqual([http2Flags.endHeaders, http2Flags.endStream]);
    expect(frames[1]?.payload.equals(body)).toBe(true);
  });

  it('leaves a long body to be sent in parts', () => {
    const call = new PreparedCall(new PreparedHead(headers), Buffer.alloc(100_000));
    expect(call.first.whole).toBeNull();
    expect(written(call.first.headers(), 5).map(({ type }) => type)).toEqual([
      http2FrameTypes.headers,
    ]);
  });

  it('cuts a long header list into CONTINUATIONs', () => {
    const long: HeaderField[] = [...headers, ['z', 'v'.repeat(40_000)]];
    const { withoutTable } = new PreparedCall(new PreparedHead(long), body);
    const frames = withoutTable.whole ? written(withoutTable.whole, 77) : [];
    const { headers: h, continuation: c, data } = http2FrameTypes;
    expect(frames.map(({ type }) => type)).toEqual([h, c, c, data]);
    expect(frames.map((one) => one.flags)).toEqual([
      0,
      0,
      http2Flags.endHeaders,
      http2Flags.endStream,
    ]);
    expect(frames.every(({ stream }) => stream === 77)).toBe(true);
    const block = Buffer.concat(frames.slice(0, 3).map(({ payload }) => payload));
    expect(new HpackDecoder().decode(block, 0, block.length)).toEqual(long);
  });
});
