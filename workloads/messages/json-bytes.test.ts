import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, MessageType, Value } from '../description.ts';
import { answerDifference, differingPlaces } from './difference.ts';
import { jsonBytes, utf8Bytes } from './json-bytes.ts';

const inner: MessageType = {
  kind: 'message',
  name: 'Inner',
  fields: [
    { name: 'kind', number: 1, type: { kind: 'enum', name: 'Kind', values: ['ONE', 'TWO'] } },
  ],
};
const outer: MessageType = {
  kind: 'message',
  name: 'Outer',
  fields: [
    { name: 'text', number: 1, type: 'string' },
    { name: 'number', number: 2, type: 'double' },
    { name: 'truth', number: 3, type: 'bool' },
    { name: 'octets', number: 4, type: 'bytes' },
    { name: 'inners', number: 5, type: inner, repeated: true },
    { name: 'maybe', number: 6, type: 'int32', optional: true },
  ],
};
const text = fc.string({ unit: 'binary' });
const message = fc.record(
  {
    text,
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    truth: fc.boolean(),
    octets: fc.uint8Array({ maxLength: 10 }),
    inners: fc.array(fc.record({ kind: fc.constantFrom('ONE', 'TWO') }), { maxLength: 3 }),
    maybe: fc.integer(),
  },
  { requiredKeys: ['text', 'number', 'truth', 'octets', 'inners'] },
);

const asJson = (value: Message) =>
  JSON.stringify({
    ...value,
    octets: Buffer.from(value.octets as Uint8Array).toString('base64'),
    maybe: value.maybe ?? null,
  });

describe('sizes of messages', () => {
  it('counts the bytes of a text in UTF-8', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(utf8Bytes(value)).toBe(Buffer.byteLength(value));
      }),
    );
  });

  it('counts exactly the bytes of the JSON', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(jsonBytes(outer, value)).toBe(Buffer.byteLength(asJson(value)));
      }),
    );
    expect(jsonBytes({ ...inner, fields: [] }, {})).toBe(2);
  });
});

describe('differences of messages', () => {
  it('finds none between a message and its copy', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(answerDifference(value, structuredClone(value))).toBeNull();
      }),
    );
  });

  it.each<[Value, unknown, string | null]>([
    [{ a: 1 }, { a: 2 }, 'a'],
    [{ a: 1 }, {}, 'a'],
    [{ a: 1 }, { a: 1, b: 2 }, 'b'],
    [{ a: 1 }, { a: 1, b: undefined }, null],
    [{ a: [{ b: 'x' }, { b: 'y' }] }, { a: [{ b: 'x' }, { b: 'z' }] }, 'a[1].b'],
    [{ a: ['x'] }, { a: [] }, 'a'],
    [{ a: ['x'] }, { a: 'x' }, 'a'],
    [{ a: {} }, { a: null }, 'a'],
    [{ a: Uint8Array.of(1) }, { a: Uint8Array.of(2) }, 'a'],
    [{ a: Uint8Array.of(1) }, { a: Uint8Array.of(1) }, null],
    [{ a: 1 }, null, ''],
    [{ a: { b: 1 } }, { a: [1] }, 'a'],
    [{ a: 1 }, { a: 1, toString: 2 }, 'toString'],
  ])('between %o and %o at %o', (expected, answer, place) => {
    expect(differingPlaces(expected, answer, 1)[0]?.place ?? null).toBe(place);
  });
});
