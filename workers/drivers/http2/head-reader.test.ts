import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { HeadReader } from './head-reader.ts';
import { readHead } from './reply-head.ts';

const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
/** Inserts `grpc-status: n` into the table, where the youngest entry has the index 62. */
const insert = (status: number) =>
  Buffer.concat([Buffer.from([0x40]), text('grpc-status'), text(String(status))]);
const keepOut = (status: number) =>
  Buffer.concat([Buffer.from([0]), text('grpc-status'), text(String(status))]);
const indexed = (index: number) => Buffer.from([0x80 | index]);
const emptyTable = Buffer.from([0x20]);
const fullTable = Buffer.from([0x3f, 0xe1, 0x1f]);

function read(reader: HeadReader, block: Buffer, endStream = true) {
  const bytes = Buffer.concat([Buffer.alloc(2, 0x82), block, Buffer.alloc(2, 0x84)]);
  const head = reader.read(bytes, 2, 2 + block.length, endStream);
  bytes.fill(0);
  return head;
}

describe('a reader of heads', () => {
  it('does not decode equal octets again', () => {
    const reader = new HeadReader();
    read(reader, insert(0));
    expect(read(reader, indexed(62))).toBe(read(reader, indexed(62)));
    expect(read(reader, keepOut(5))).toBe(read(reader, keepOut(5)));
  });

  it('has the same results as decoding every block', () => {
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 3 }).map(insert) },
      { weight: 4, arbitrary: fc.nat({ max: 3 }).map(keepOut) },
      { weight: 8, arbitrary: fc.constantFrom(8, 13, 62, 63, 64).map(indexed) },
      { weight: 1, arbitrary: fc.constantFrom(emptyTable, fullTable) },
    );
    const blocks = fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 40 });
    const filled = [0, 1, 2].map((status) => [insert(status), true] as const);
    fc.assert(
      fc.property(blocks, (list) => {
        const reader = new HeadReader();
        const decoder = new HpackDecoder();
        for (const [bytes, endStream] of [...filled, ...list]) {
          let expected: ReturnType<typeof readHead>;
          try {
            expected = readHead(decoder.decode(bytes, 0, bytes.length));
          } catch {
            expect(() => read(reader, bytes, endStream)).toThrow();
            return;
          }
          expect(read(reader, bytes, endStream)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
