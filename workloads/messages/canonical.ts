import type {
  EnumType,
  Field,
  FieldType,
  Message,
  MessageType,
  ScalarType,
  Value,
} from '../description.ts';
import { stampHelp, stampOf, stampOfMessage } from './stamp.ts';

/** A value that does not fit its message; `path` says where: `items[3].price`. */
export class UnfitValue extends TypeError {
  readonly path: string;
  constructor(path: string, expected: string) {
    super(`${path || 'the message'}: expected ${expected}`);
    this.path = path;
  }
}

/** Rules for reading a protocol's values. */
export interface ValueReading {
  /** Numbers and booleans may be texts, as in XML and query strings. */
  readonly texts: boolean;
  /** An absent field has its default, as in Protobuf; otherwise it is an error. */
  readonly defaults: boolean;
  /** Converts the protocol's form of bytes; null for anything else. */
  bytes(value: unknown): Uint8Array | null;
  /** Converts the protocol's form of a stamp to text; null for anything else. */
  stamp(value: unknown): string | null;
}

/** Bytes as they are, or as base64 text. */
function plainBytes(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string') return null;
  try {
    const octets = atob(value);
    const bytes = new Uint8Array(octets.length);
    // A plain loop: Uint8Array.from uses an iterator, which takes seconds for a file of megabytes.
    for (let at = 0; at < bytes.length; at++) bytes[at] = octets.charCodeAt(at);
    return bytes;
  } catch {
    // Not base64: the caller reports where.
    return null;
  }
}

/** JSON and plain objects. */
export const plainReading: ValueReading = {
  texts: false,
  defaults: false,
  bytes: plainBytes,
  stamp: stampOf,
};

/** Output of a Protobuf decoder. */
export const protobufReading: ValueReading = {
  ...plainReading,
  defaults: true,
  stamp: stampOfMessage,
};

/**
 * The canonical form of a message, whatever library created its object. Unknown fields are ignored, as the
 * parsers of all protocols do.
 * @throws UnfitValue
 */
export function canonicalMessage(
  type: MessageType,
  value: unknown,
  reading = plainReading,
): Message {
  return readMessage(type, value, reading, '');
}

function readMessage(
  type: MessageType,
  value: unknown,
  reading: ValueReading,
  path: string,
): Message {
  // An element without content is an empty or blank text in XML.
  const content = value ?? '';
  const isEmpty = typeof content === 'string' && content.trim() === '';
  const given = reading.texts && isEmpty ? {} : value;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UnfitValue(path, `a ${type.name}`);
  }
  const message: Record<string, Value> = {};
  for (const field of type.fields) {
    const at = path ? `${path}.${field.name}` : field.name;
    const read = readField(field, Reflect.get(given, field.name), reading, at);
    if (read !== undefined) message[field.name] = read;
  }
  return message;
}

function readField(
  field: Field,
  value: unknown,
  reading: ValueReading,
  path: string,
): Value | undefined {
  const { type } = field;
  if (field.repeated) {
    if (value === undefined || value === null) {
      // Only JSON can mark a list as missing: an empty one is absent elsewhere.
      if (reading.texts || reading.defaults) return [];
      throw new UnfitValue(path, 'a list');
    }
    const list = Array.isArray(value) ? value : reading.texts ? [value] : null;
    if (!list) throw new UnfitValue(path, 'a list');
    return list.map((item, index) => readValue(type, item, reading, `${path}[${index}]`));
  }
  if (value === undefined || value === null) {
    if (field.optional) return undefined;
    if (reading.defaults) return readAbsent(type, reading, path);
  }
  return readValue(type, value, reading, path);
}

/** Meaning of an absent field in Protobuf; an absent stamp has none. */
function readAbsent(type: FieldType, reading: ValueReading, path: string): Value {
  if (typeof type === 'object') {
    return type.kind === 'enum' ? (type.values[0] ?? '') : readMessage(type, {}, reading, path);
  }
  switch (type) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'bytes':
      return new Uint8Array(0);
    case 'stamp':
      throw new UnfitValue(path, stampHelp);
    default:
      return 0;
  }
}

function readValue(type: FieldType, value: unknown, reading: ValueReading, path: string): Value {
  if (typeof type === 'string') return readScalar(type, value, reading, path);
  if (type.kind === 'enum') return readEnum(type, value, path);
  return readMessage(type, value, reading, path);
}

function readEnum({ values }: EnumType, value: unknown, path: string): string {
  const name = typeof value === 'number' ? values[value] : value;
  const found = values.find((one) => one === name);
  if (found === undefined) throw new UnfitValue(path, `one of ${values.join(', ')}`);
  return found;
}

function readScalar(type: ScalarType, value: unknown, reading: ValueReading, path: string): Value {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value;
      throw new UnfitValue(path, 'a text');
    case 'bool': {
      const truth = reading.texts ? textTruth(value) : value;
      if (typeof truth === 'boolean') return truth;
      throw new UnfitValue(path, 'true or false');
    }
    case 'bytes': {
      const bytes = reading.bytes(value);
      if (bytes) return bytes;
      throw new UnfitValue(path, 'bytes');
    }
    case 'stamp': {
      const stamp = reading.stamp(value);
      if (stamp !== null) return stamp;
      throw new UnfitValue(path, stampHelp);
    }
    default:
      return readNumber(type, value, reading, path);
  }
}

function textTruth(value: unknown): unknown {
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : value;
}

function readNumber(
  type: 'int32' | 'int64' | 'double',
  value: unknown,
  reading: ValueReading,
  path: string,
): number {
  const isText = reading.texts && typeof value === 'string' && value.trim() !== '';
  const number = isText ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) throw new UnfitValue(path, 'a number');
  if (type === 'double') return number;
  const fits = type === 'int32' ? (number | 0) === number : Number.isSafeInteger(number);
  if (!fits) throw new UnfitValue(path, `a whole number (${type})`);
  return number;
}
