import { expect, it } from 'vitest';
import { encodeInteger, encodeUnindexed, prepareHeaders } from '../../protocols/http2/hpack.ts';
import { FieldReader } from './header-fields.ts';

const octets = (...parts: (number | string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part) : Buffer.from([part].flat()),
    ),
  );
/** A text as HPACK has it, not compressed. */
const text = (value: string) => [...encodeInteger(value.length, 7, 0), ...Buffer.from(value)];
const long = 'x'.repeat(300);

it.each<[string, Buffer, [number, number, string, readonly string[] | null][]]>([
  [
    'indexed',
    octets(0x82, 0x84),
    [
      [0, 1, 'indexed', [':method', 'GET']],
      [1, 2, 'indexed', [':path', '/']],
    ],
  ],
  [
    'a changed size of the table',
    octets(encodeInteger(200, 5, 0x20), 0x82),
    [
      [0, 3, 'literal', null],
      [3, 4, 'indexed', [':method', 'GET']],
    ],
  ],
  [
    'a new name, kept',
    octets(0x40, text('a'), text('bc'), 0xbe),
    [
      [0, 6, 'literal', ['a', 'bc']],
      [6, 7, 'indexed', ['a', 'bc']],
    ],
  ],
  [
    'a new name, not kept',
    octets(0x00, text('a'), text('bc'), 0x82),
    [
      [0, 6, 'literal', ['a', 'bc']],
      [6, 7, 'indexed', [':method', 'GET']],
    ],
  ],
  ['a known name, kept', octets(0x44, text('/b')), [[0, 4, 'literal', [':path', '/b']]]],
  [
    'a known name of a long index, never kept',
    octets(encodeInteger(58, 4, 0x10), text('curl')),
    [[0, 7, 'literal', ['user-agent', 'curl']]],
  ],
  [
    'a long value',
    octets(0x44, text(`/${long}`), 0x82),
    [
      [0, 305, 'literal', [':path', `/${long}`]],
      [305, 306, 'indexed', [':method', 'GET']],
    ],
  ],
])('divides %s', (_what, block, expected) => {
  const fields = new FieldReader().read(block);
  expect(fields?.map(({ from, to, how, field }) => [from, to, how, field])).toEqual(expected);
});

it('divides what is written elsewhere, and remembers it', () => {
  const fields = [
    [':path', '/a'],
    ['x-one', long],
  ] as const;
  const reader = new FieldReader();
  const prepared = prepareHeaders(fields);
  for (const block of [prepared.first, prepared.repeated, encodeUnindexed(fields)]) {
    const read = reader.read(Buffer.from(block));
    expect(read?.flatMap(({ field }) => (field ? [field] : []))).toEqual(fields);
    expect(read?.at(-1)?.to).toBe(block.length);
  }
});

it.each([
  ['an index of nothing', [0xff, 0x00]],
  ['a value that ends early', [0x44, 5, 0x61]],
  ['an index that ends early', [0xff]],
])('gives up on %s', (_what, block) => {
  expect(new FieldReader().read(Buffer.from(block))).toBeNull();
});
