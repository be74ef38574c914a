import protobuf from 'protobufjs';
import type { KnownField, KnownMessage } from './protobuf-slices.ts';

/** Maximum displayed values of a packed list. */
const writtenValues = 50;

const scalars: Readonly<Record<string, (reader: protobuf.Reader) => unknown>> = {
  double: (reader) => reader.double(),
  float: (reader) => reader.float(),
  int32: (reader) => reader.int32(),
  uint32: (reader) => reader.uint32(),
  sint32: (reader) => reader.sint32(),
  fixed32: (reader) => reader.fixed32(),
  sfixed32: (reader) => reader.sfixed32(),
  int64: (reader) => reader.int64(),
  uint64: (reader) => reader.uint64(),
  sint64: (reader) => reader.sint64(),
  fixed64: (reader) => reader.fixed64(),
  sfixed64: (reader) => reader.sfixed64(),
  bool: (reader) => reader.bool(),
};

/** The fields of an own service's message, named by its schema. */
export function schemaMessage(type: protobuf.Type): KnownMessage {
  return (number) => {
    const field = type.fieldsById[number]?.resolve();
    if (!field) return undefined;
    if (!(field instanceof protobuf.MapField)) return knownField(field.name, field.type, field);
    const entry = [
      knownField('key', field.keyType, { resolvedType: null }),
      knownField('value', field.type, field),
    ];
    const inner: KnownMessage = (part) => entry[part - 1];
    return { name: field.name, inner, written: () => undefined };
  };
}

function knownField(
  name: string,
  type: string,
  { resolvedType }: Pick<protobuf.Field, 'resolvedType'>,
): KnownField {
  return {
    name,
    inner: resolvedType instanceof protobuf.Type ? schemaMessage(resolvedType) : null,
    written: (bytes) =>
      type === 'bytes' ? `${bytes.length} bytes` : writtenValue(bytes, type, resolvedType),
  };
}

/** One value, or those of a packed list. */
function writtenValue(
  bytes: Buffer,
  type: string,
  named: protobuf.Field['resolvedType'],
): string | undefined {
  const names = named instanceof protobuf.Enum ? named.valuesById : null;
  const read = scalars[names ? 'int32' : type];
  if (!read) return undefined;
  const reader = protobuf.Reader.create(bytes);
  const values: string[] = [];
  try {
    while (reader.pos < reader.len && values.length < writtenValues) {
      const value = read(reader);
      values.push(names?.[Number(value)] ?? String(value));
    }
  } catch {
    // Its type differs from the schema; its bytes are shown unchanged.
    return undefined;
  }
  return reader.pos < reader.len ? `${values.join(', ')}, …` : values.join(', ');
}
