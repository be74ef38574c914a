import { describe, expect, it } from 'vitest';
import type { FieldType, Message, MessageType } from '../description.ts';
import { canonicalMessage, plainReading, protobufReading, UnfitValue } from './canonical.ts';
import { protobufForm, typeInProtobuf, valueInProtobuf } from './protobuf-form.ts';
import { stampMessage, stampType } from './stamp.ts';

const of = (name: string, type: FieldType, more: object = {}) => ({
  name,
  number: 1,
  type,
  ...more,
});
const message = (...fields: ReturnType<typeof of>[]): MessageType => ({
  kind: 'message',
  name: 'Thing',
  fields,
});
const colour = { kind: 'enum', name: 'Colour', values: ['red', 'blue'] } as const;
const inner = { ...message(of('at', 'stamp'), of('n', 'int32')), name: 'Inner' };
const texts = { ...plainReading, texts: true };

/** The value read of a field, or the place and reason of a refusal. */
function read(type: FieldType, value: unknown, reading = plainReading, more: object = {}): unknown {
  try {
    return canonicalMessage(message(of('a', type, more)), { a: value }, reading).a;
  } catch (error) {
    if (error instanceof UnfitValue) return error.message;
    throw error;
  }
}

describe('a canonical message', () => {
  it.each<[FieldType, unknown, unknown]>([
    ['string', 'x', 'x'],
    ['string', 1, 'a: expected a text'],
    ['bool', true, true],
    ['bool', 'true', 'a: expected true or false'],
    ['int32', 2 ** 31 - 1, 2 ** 31 - 1],
    ['int32', 2 ** 31, 'a: expected a whole number (int32)'],
    ['int32', 1.5, 'a: expected a whole number (int32)'],
    ['int32', '1', 'a: expected a number'],
    ['int64', 2 ** 53 - 1, 2 ** 53 - 1],
    ['int64', 2 ** 53, 'a: expected a whole number (int64)'],
    ['double', 0.5, 0.5],
    ['double', Number.NaN, 'a: expected a number'],
    ['bytes', 'AQI=', Uint8Array.of(1, 2)],
    ['bytes', Uint8Array.of(3), Uint8Array.of(3)],
    ['bytes', '*', 'a: expected bytes'],
    ['bytes', 1, 'a: expected bytes'],
    ['stamp', '2025-03-01', '2025-03-01'],
    ['stamp', 'today', expect.stringMatching(/^a: expected a date/)],
    [colour, 'blue', 'blue'],
    [colour, 1, 'blue'],
    [colour, 2, 'a: expected one of red, blue'],
    [colour, 'green', 'a: expected one of red, blue'],
    [inner, { at: '2025-03-01', n: 1, more: 2 }, { at: '2025-03-01', n: 1 }],
    [inner, { at: '2025-03-01', n: 'x' }, 'a.n: expected a number'],
    [inner, [], 'a: expected a Inner'],
    [inner, null, 'a: expected a Inner'],
    [inner, 'x', 'a: expected a Inner'],
  ])('reads %j from %j', (type, value, expected) => {
    expect(read(type, value)).toEqual(expected);
  });

  it.each<[FieldType, unknown, unknown]>([
    ['bool', 'true', true],
    ['bool', '1', true],
    ['bool', 'false', false],
    ['bool', '0', false],
    ['bool', 'no', 'a: expected true or false'],
    ['int32', '12', 12],
    ['int32', ' ', 'a: expected a number'],
    ['double', '1e3', 1000],
    ['double', 'x', 'a: expected a number'],
    [{ ...inner, fields: [] }, ' ', {}],
    [{ ...inner, fields: [] }, null, {}],
    [{ ...inner, fields: [] }, 'x', 'a: expected a Inner'],
  ])('reads %j from the text %j', (type, value, expected) => {
    expect(read(type, value, texts)).toEqual(expected);
  });

  it('has lists and what is absent as the protocol means it', () => {
    const repeated = { repeated: true };
    expect(read('int32', [1, 2], plainReading, repeated)).toEqual([1, 2]);
    expect(read('int32', [1, 'x'], plainReading, repeated)).toBe('a[1]: expected a number');
    expect(read('int32', undefined, plainReading, repeated)).toBe('a: expected a list');
    expect(read('int32', 1, plainReading, repeated)).toBe('a: expected a list');
    expect(read('int32', '1', texts, repeated)).toEqual([1]);
    expect(read('int32', null, texts, repeated)).toEqual([]);
    expect(read('int32', undefined, protobufReading, repeated)).toEqual([]);
    expect(read('int32', undefined, plainReading, { optional: true })).toBeUndefined();
    expect(read('int32', undefined, protobufReading, { optional: true })).toBeUndefined();
    expect(read('int32', undefined)).toBe('a: expected a number');
    const absent = (type: FieldType) => read(type, undefined, protobufReading);
    expect(
      ['string', 'bool', 'int32', 'int64', 'double'].map((type) => absent(type as FieldType)),
    ).toEqual(['', false, 0, 0, 0]);
    expect(absent('bytes')).toEqual(new Uint8Array(0));
    expect(absent(colour)).toBe('red');
    expect(absent('stamp')).toMatch(/^a: expected a date/);
    expect(absent(message(of('b', 'int32')))).toEqual({ b: 0 });
  });

  it('names the message itself', () => {
    expect(() => canonicalMessage(message(), [])).toThrow('the message: expected a Thing');
  });
});

describe('the Protobuf form', () => {
  const at = '2025-03-01T09:30:12.250';

  it('has messages for stamps, wherever they are', () => {
    expect([typeInProtobuf('stamp'), typeInProtobuf('int32')]).toEqual([stampType, 'int32']);
    expect([valueInProtobuf('stamp', at), valueInProtobuf('string', at)]).toEqual([
      stampMessage(at),
      at,
    ]);
    const type = message(
      of('at', 'stamp'),
      of('all', 'stamp', { repeated: true }),
      of('inner', inner),
      of('more', inner, { repeated: true }),
      of('n', 'int32'),
      of('none', 'string', { optional: true }),
      of('colour', colour),
    );
    const given = { at, all: [at], inner: { at, n: 1 }, more: [{ at, n: 2 }], n: 3, colour: 'red' };
    const form = protobufForm(type)(given);
    expect(form).toEqual({
      at: stampMessage(at),
      all: [stampMessage(at)],
      inner: { at: stampMessage(at), n: 1 },
      more: [{ at: stampMessage(at), n: 2 }],
      ...{ n: 3, colour: 'red' },
    });
    expect(canonicalMessage(type, form, protobufReading)).toEqual(given);
    expect(() => protobufForm(type)({ at: 'never' })).toThrow(TypeError);
  });

  it('is the message itself without stamps, also where types contain themselves', () => {
    const fields: ReturnType<typeof of>[] = [of('n', 'int32'), of('colour', colour)];
    const type: MessageType = { kind: 'message', name: 'Tree', fields };
    fields.push(of('children', type, { repeated: true }));
    const given: Message = { n: 1, colour: 'red', children: [] };
    expect(protobufForm(type)(given)).toBe(given);
    fields.push(of('at', 'stamp'));
    expect(protobufForm(type)({ ...given, at })).toEqual({ ...given, at: stampMessage(at) });
  });
});
