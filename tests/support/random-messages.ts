import fc from 'fast-check';
import type {
  Field,
  FieldType,
  Message,
  MessageType,
  ScalarType,
  Value,
} from '../../workloads/description.ts';

/** Message types and messages for tests of codecs, independent of the types' origin. */

/** The characters that XML 1.0 can express (2.2): most control characters are excluded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'<>&"\'];#x1\r\n\t ae漢😀') }),
);

/** From the year 1 on, with and without a time of day and a fraction, by a different calendar from the product's. */
export const stamps = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom(10, 19, 23),
  )
  .map(([date, length]) => date.toISOString().slice(0, length));

const scalars: Record<ScalarType, fc.Arbitrary<Value>> = {
  string: text.filter((value) => value.isWellFormed() && !unspeakable.test(value)),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  bool: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 40 }),
  stamp: stamps,
};

const names = ['id', 'name', 'items', 'startDate', 'count', 'x1'] as const;

/** The possible types of a field; `depth` limits nested messages. Names are unique through `path`. */
function fieldTypes(path: string, depth: number): fc.Arbitrary<FieldType> {
  const scalar = fc.constantFrom(...(Object.keys(scalars) as ScalarType[]));
  const options: fc.Arbitrary<FieldType>[] = [
    scalar,
    fc.constant({ kind: 'enum', name: `Enum${path}`, values: ['UNKNOWN', 'FIRST_ONE', 'LAST'] }),
  ];
  if (depth > 0) options.push(typesAt(path, depth - 1));
  return fc.oneof(...options);
}

function fieldAt(path: string, index: number, depth: number): fc.Arbitrary<Field> {
  const name = names[index] ?? 'other';
  const manner = fc.constantFrom<Pick<Field, 'repeated' | 'optional'>>(
    {},
    {},
    { repeated: true },
    { optional: true },
  );
  return fc
    .tuple(fieldTypes(`${path}${index}`, depth), manner, fc.integer({ min: 0, max: 20 }))
    .map(([type, how, gap]) => ({ name, number: index * 21 + gap + 1, type, ...how }));
}

function typesAt(path: string, depth: number): fc.Arbitrary<MessageType> {
  return fc
    .subarray([0, 1, 2, 3, 4, 5])
    .chain((indices) => fc.tuple(...indices.map((index) => fieldAt(path, index, depth))))
    .map((fields) => ({ kind: 'message', name: `Type${path}`, fields }));
}

/** A message of a type, in canonical form, with such texts. */
export function messagesOf(type: MessageType, texts = scalars.string): fc.Arbitrary<Message> {
  const required = type.fields.filter((field) => !field.optional).map(({ name }) => name);
  const values = Object.fromEntries(
    type.fields.map((field) => [field.name, valuesOf(field, texts)]),
  );
  return fc.record(values, { requiredKeys: required, noNullPrototype: true }).map((message) => {
    const inOrder = type.fields.filter(({ name }) => name in message);
    return Object.fromEntries(inOrder.map(({ name }) => [name, message[name] as Value]));
  });
}

function valuesOf({ type, repeated }: Field, texts: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const ofObject = (of: Exclude<FieldType, string>) =>
    of.kind === 'enum' ? fc.constantFrom(...of.values) : messagesOf(of, texts);
  const one = typeof type !== 'string' ? ofObject(type) : type === 'string' ? texts : scalars[type];
  return repeated ? fc.array(one, { maxLength: 4 }) : one;
}

export interface TypedMessage {
  readonly type: MessageType;
  readonly message: Message;
}

/** A type, up to three messages deep, and a message of it. */
export const typedMessages: fc.Arbitrary<TypedMessage> = typesAt('A', 2).chain((type) =>
  messagesOf(type).map((message) => ({ type, message })),
);
