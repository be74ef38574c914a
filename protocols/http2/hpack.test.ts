import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dynamicTableSize,
  type HeaderField,
  HpackDecoder,
  HpackError,
  prepareHeaders,
} from './hpack.ts';
import { decodeHuffman } from './huffman.ts';
import { huffmanCodes } from './huffman-table.ts';
import { staticTable } from './static-table.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const decode = (decoder: HpackDecoder, block: Buffer) => {
  // Octets around the block that must not be read as part of it.
  const bytes = Buffer.concat([Buffer.alloc(3, 0x82), block, Buffer.alloc(9, 0x84)]);
  return decoder.decode(bytes, 3, 3 + block.length);
};
const decodeHex = (decoder: HpackDecoder, text: string) => decode(decoder, hex(text));

/** RFC 7541, Appendix C: each series shares one decoder. */
const date = (second: number): HeaderField => ['date', `Mon, 21 Oct 2013 20:13:${second} GMT`];
const get: HeaderField[] = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/'],
  [':authority', 'www.example.com'],
];
const requests: HeaderField[][] = [
  get,
  [...get, ['cache-control', 'no-cache']],
  [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/index.html'],
    [':authority', 'www.example.com'],
    ['custom-key', 'custom-value'],
  ],
];
const location: HeaderField = ['location', 'https://www.example.com'];
const responses: HeaderField[][] = [
  [[':status', '302'], ['cache-control', 'private'], date(21), location],
  [[':status', '307'], ['cache-control', 'private'], date(21), location],
  [
    [':status', '200'],
    ['cache-control', 'private'],
    date(22),
    location,
    ['content-encoding', 'gzip'],
    ['set-cookie', 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1'],
  ],
];
const custom = '400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572';
const series: [string, number, HeaderField[][], string[]][] = [
  ['C.2.1', 4096, [[['custom-key', 'custom-header']]], [custom]],
  ['C.2.2', 4096, [[[':path', '/sample/path']]], ['040c 2f73 616d 706c 652f 7061 7468']],
  ['C.2.3', 4096, [[['password', 'secret']]], ['1008 7061 7373 776f 7264 0673 6563 7265 74']],
  ['C.2.4', 4096, [[[':method', 'GET']]], ['82']],
  [
    'C.4 requests in Huffman code',
    4096,
    requests,
    [
      '8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff',
      '8286 84be 5886 a8eb 1064 9cbf',
      '8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf',
    ],
  ],
  [
    'C.5 responses that evict',
    256,
    responses,
    [
      '4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d',
      '4803 3330 37c1 c0bf',
      '88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31',
    ],
  ],
];

describe('HpackDecoder', () => {
  it.each(series)('decodes the examples of RFC 7541, %s', (_title, size, expected, blocks) => {
    const decoder = new HpackDecoder(size);
    expect(blocks.map((block) => decodeHex(decoder, block))).toEqual(expected);
  });

  it('decodes integers as in C.1, also with needless zeros', () => {
    const value = 'v'.repeat(1337);
    const block = Buffer.concat([hex('0001 78 7f ba 09'), Buffer.from(value)]);
    expect(decode(new HpackDecoder(), block)).toEqual([['x', value]]);
    expect(decodeHex(new HpackDecoder(), `0001 78 7f 80 80 00${'61'.repeat(127)}`)).toEqual([
      ['x', 'a'.repeat(127)],
    ]);
  });

  it('evicts the oldest entries when the table is made smaller, all of them at 0', () => {
    const decoder = new HpackDecoder();
    decodeHex(decoder, '4001 61 01 31 4001 62 01 32');
    expect(decodeHex(decoder, 'be bf')).toEqual([
      ['b', '2'],
      ['a', '1'],
    ]);
    // 34 octets an entry: a table of 40 holds the younger one.
    expect(decodeHex(decoder, '3f09 be')).toEqual([['b', '2']]);
    expect(() => decodeHex(decoder, 'bf')).toThrow(HpackError);
    expect(decodeHex(decoder, '20 3fe11f 4001 63 01 33')).toEqual([['c', '3']]);
    expect(decodeHex(decoder, 'be')).toEqual([['c', '3']]);
    expect(() => decodeHex(decoder, 'bf')).toThrow(HpackError);
  });

  it('keeps an entry of exactly the size of the table', () => {
    const decoded = (size: number) => () => decodeHex(new HpackDecoder(size), '4001 61 01 31 be');
    expect(decoded(34)()).toHaveLength(2);
    expect(decoded(33)).toThrow(HpackError);
  });

  it('empties the table for an entry that is larger than the whole of it', () => {
    const decoder = new HpackDecoder(40);
    decodeHex(decoder, '4001 61 01 31');
    expect(decodeHex(decoder, `4003 616161 09${'62'.repeat(9)}`)).toHaveLength(1);
    expect(() => decodeHex(decoder, 'be')).toThrow(HpackError);
  });

  it('resolves the name of an entry that its own insertion evicts', () => {
    const decoder = new HpackDecoder(40);
    decodeHex(decoder, '4001 61 01 31');
    expect(decodeHex(decoder, '7e 02 3232')).toEqual([['a', '22']]);
    expect(decodeHex(decoder, 'be')).toEqual([['a', '22']]);
  });

  it.each([
    ['an index of 0', '80'],
    ['an index beyond the tables', 'be'],
    ['a name index beyond the tables', '7e 00'],
    ['a block that ends in an integer', 'ff'],
    ['a block that ends in a string', '0003 6162'],
    ['a block without the value', '0001 61'],
    ['an integer of more than five octets', 'ff 80 80 80 80 80 00'],
    ['a size update after a field', '82 20'],
    ['a table that is larger than allowed', '3fe21f'],
    ['Huffman code with the end of string', '0085 fffffffffc 00'],
    ['Huffman code with eight bits of padding', '0082 1fff 00'],
    ['Huffman code with zeros for padding', '0081 18 00'],
  ])('refuses %s', (_title, block) => {
    expect(() => decodeHex(new HpackDecoder(), block)).toThrow(HpackError);
  });

  it('limits the length of a header list', () => {
    const decoder = new HpackDecoder(4096, 100);
    expect(decodeHex(decoder, '82 82')).toHaveLength(2);
    expect(() => decodeHex(decoder, '82 82 82')).toThrow('too long');
  });

  it('throws only HpackError, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (blocks) => {
        const decoder = new HpackDecoder(100);
        for (const block of blocks) {
          try {
            decode(decoder, Buffer.from(block));
          } catch (error) {
            expect(error).toBeInstanceOf(HpackError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** The bits of a text, padded with ones as the standard requires. */
function encodeHuffman(text: string): Buffer {
  const bits = Array.from(Buffer.from(text, 'latin1'), (octet) => {
    const [code, length] = huffmanCodes[octet] ?? [0, 0];
    return code.toString(2).padStart(length, '0');
  }).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  return Buffer.from(Array.from(padded.match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2)));
}

describe('Huffman code', () => {
  it('is a complete prefix code', () => {
    const filled = huffmanCodes.reduce((sum, [, length]) => sum + 2 ** -length, 0);
    expect(huffmanCodes).toHaveLength(257);
    expect(filled).toBe(1);
  });

  it('decodes what was encoded by the table', () => {
    const text = fc.uint8Array({ maxLength: 50 }).map((o) => Buffer.from(o).toString('latin1'));
    fc.assert(
      fc.property(text, (original) => {
        const code = encodeHuffman(original);
        expect(decodeHuffman(code, 0, code.length)).toBe(original);
      }),
    );
  });
});

describe('prepareHeaders', () => {
  const name = fc.stringMatching(/^[a-z-]{1,12}$/);
  const value = fc.string({ unit: fc.constantFrom(...'abc/ é:'), maxLength: 200 });
  const field: fc.Arbitrary<HeaderField> = fc.oneof(
    fc.tuple(name, value),
    fc.constantFrom(...staticTable),
    fc.tuple(fc.constantFrom(...staticTable.map(([known]) => known)), value),
  );
  const fields = fc.array(field, { maxLength: 8 }).filter((list) => dynamicTableSize(list) <= 4096);

  it('encodes the same in all three forms', () => {
    fc.assert(
      fc.property(fields, (list) => {
        const prepared = prepareHeaders(list);
        const decoder = new HpackDecoder();
        expect(decode(decoder, prepared.first)).toEqual(list);
        expect(decode(decoder, prepared.repeated)).toEqual(list);
        expect(decode(decoder, prepared.repeated)).toEqual(list);
        const none = new HpackDecoder(0);
        expect(decode(none, prepared.withoutTable)).toEqual(list);
        expect(decode(none, prepared.withoutTable.subarray(1))).toEqual(list);
      }),
    );
  });

  it('repeats a list in an octet or two a field', () => {
    const prepared = prepareHeaders(requests[2] ?? []);
    expect(prepared.repeated).toHaveLength(5);
  });
});
