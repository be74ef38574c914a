import protobuf from 'protobufjs';

const wholeNumbers = new Set(
  ['int32', 'uint32', 'sint32', 'fixed32', 'sfixed32'].concat([
    'int64',
    'uint64',
    'sint64',
    'fixed64',
    'sfixed64',
  ]),
);

/**
 * The text of a field, as in the JSON mapping, without mapping the whole message. Undefined for special
 * cases (types with their own mapping, default values, values that are not text).
 * @param path names of the JSON mapping and indexes.
 * @returns undefined if only the mapping can tell.
 */
export function messageText(
  type: protobuf.Type,
  message: protobuf.Message,
  path: readonly (string | number)[],
): string | undefined {
  let at: protobuf.Type = type;
  let value: unknown = message;
  let field: protobuf.Field | null = null;
  for (const key of path) {
    if (typeof key === 'number') {
      if (!field?.repeated || !Array.isArray(value)) return undefined;
      value = value[key];
      continue;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    field = fieldOf(at, key);
    if (!field || field.map || !Object.hasOwn(value, field.name)) return undefined;
    value = Reflect.get(value, field.name);
    if (field.resolvedType instanceof protobuf.Type) at = field.resolvedType;
    else if (field.resolvedType) return undefined;
  }
  return field && field.resolvedType === null ? scalarText(field, value) : undefined;
}

/** Protobuf's well-known types look different in JSON. */
const isSpecial = ({ fullName }: protobuf.Type) => fullName.startsWith('.google.protobuf.');

/** Cached, because field names are looked up for each answer; null for a type with a special JSON form. */
const known = new WeakMap<protobuf.Type, Map<string, protobuf.Field | null> | null>();

function fieldOf(type: protobuf.Type, name: string): protobuf.Field | null {
  let fields = known.get(type);
  if (fields === undefined) {
    fields = isSpecial(type) ? null : new Map();
    known.set(type, fields);
  }
  if (fields === null) return null;
  let field = fields.get(name);
  if (field === undefined) {
    field = type.fieldsArray.find((one) => one.resolve().jsonName === name) ?? null;
    fields.set(name, field);
  }
  return field;
}

function scalarText({ type }: protobuf.Field, value: unknown): string | undefined {
  if (type === 'string') return typeof value === 'string' && value !== '' ? value : undefined;
  if (type === 'bool') return value === true ? 'true' : undefined;
  if (!wholeNumbers.has(type) || Array.isArray(value)) return undefined;
  const text = String(value);
  return /^-?[1-9]\d*$/.test(text) ? text : undefined;
}
