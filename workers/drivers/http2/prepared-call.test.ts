import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixMessage } from '../../../protocols/grpc/messages.ts';
import { http2Flags, http2FrameTypes } from '../../../protocols/http2/frames.ts';
import { type HeaderField, HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { framesOf } from '../../../tests/support/http2-transcript.ts';
import {
  type CallTemplate,
  onceLength,
  PreparedCall,
  PreparedHead,
  writeCall,
  writeOnce,
} from './prepared-call.ts';

function written(template: CallTemplate, stream: number) {
  const bytes = Buffer.alloc(template.bytes.length + 7);
  writeCall(template, stream, bytes, 7);
  return framesOf(bytes.subarray(7));
}

const headers: HeaderField[] = [
  [':method', 'POST'],
  ['x', 'y'],
];
const body = prefixMessage(Buffer.from('hello'));

describe('a prepared call', () => {
  it('is HEADERS and one DATA frame on any stream', () => {
    const head = new PreparedHead(headers);
    const first = new PreparedCall(head, body).form(head.first);
    const frames = first.whole ? written(first.whole, 2 ** 31 - 1) : [];
    expect(frames.map(({ type, stream }) => [type, stream])).toEqual([
      [http2FrameTypes.headers, 2 ** 31 - 1],
      [http2FrameTypes.data, 2 ** 31 - 1],
    ]);
    expect(frames.map((one) => one.flags)).toEqual([http2Flags.endHeaders, http2Flags.endStream]);
    expect(frames[1]?.payload.equals(body)).toBe(true);
  });

  it('leaves a long body for sending in parts', () => {
    const head = new PreparedHead(headers);
    const call = new PreparedCall(head, Buffer.alloc(100_000));
    const form = call.form(head.first);
    expect(form.whole).toBeNull();
    expect(written(form.headers(), 5).map(({ type }) => type)).toEqual([http2FrameTypes.headers]);
    expect(onceLength(call, head.first)).toBe(-1);
  });

  it('splits a long header list into CONTINUATIONs', () => {
    const long: HeaderField[] = [...headers, ['z', 'v'.repeat(40_000)]];
    const head = new PreparedHead(long);
    const call = new PreparedCall(head, body);
    expect(onceLength(call, head.withoutTable)).toBe(-1);
    const withoutTable = call.form(head.withoutTable);
    const frames = withoutTable.whole ? written(withoutTable.whole, 77) : [];
    const { headers: h, continuation: c, data } = http2FrameTypes;
    expect(frames.map(({ type }) => type)).toEqual([h, c, c, data]);
    const { endHeaders, endStream } = http2Flags;
    expect(frames.map(({ flags }) => flags)).toEqual([0, 0, endHeaders, endStream]);
    expect(frames.every(({ stream }) => stream === 77)).toBe(true);
    const block = Buffer.concat(frames.slice(0, 3).map(({ payload }) => payload));
    expect(new HpackDecoder().decode(block, 0, block.length)).toEqual(long);
  });

  it('has the same octets when written once, without a template', () => {
    const octets = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
    const field = fc.tuple(fc.constantFrom('a', 'te', 'x-long'), fc.string({ maxLength: 200 }));
    const fields = fc.array(field, { maxLength: 4 });
    const blocks = fc.constantFrom('first', 'withoutTable', 'repeated');
    const streams = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(fields, octets, fields, blocks, streams, (list, content, own, which, stream) => {
        const head = new PreparedHead(list);
        const block = which === 'repeated' ? head.repeated(3) : head[which];
        const call = new PreparedCall(head, content, own);
        const { whole } = call.form(block);
        if (!whole) throw new TypeError('too long for a test');
        const template = Buffer.alloc(whole.bytes.length);
        writeCall(whole, stream, template, 0);
        const once = Buffer.alloc(onceLength(call, block) + 3, 7);
        writeOnce(call, block, stream, once, 3);
        expect(once.subarray(3).toString('hex')).toBe(template.toString('hex'));
        expect([...once.subarray(0, 3)]).toEqual([7, 7, 7]);
      }),
    );
  });

  it('announces an unused table before its own fields', () => {
    const head = new PreparedHead(headers);
    const own: HeaderField[] = [[':path', '/own']];
    const { whole } = new PreparedCall(head, body, own).form(head.announcingNoTable);
    const [frame] = whole ? written(whole, 1) : [];
    const block = frame?.payload ?? Buffer.alloc(0);
    expect(block[0]).toBe(head.announcingNoTable[0]);
    expect(new HpackDecoder().decode(block, 0, block.length)).toEqual([...own, ...headers]);
  });
});
