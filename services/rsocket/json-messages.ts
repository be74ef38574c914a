import type {
  Field,
  FieldType,
  Message,
  MessageType,
  Value,
} from '../../contracts/workloads/description.ts';
import { InvalidInput } from '../workloads/refusals.ts';

/** Messages of one type as JSON: `null` for what has no value, base64 for octets. */
export interface JsonMessages {
  /** @throws InvalidInput naming the place, when it is no JSON or not of the type. */
  read(bytes: Buffer, from: number, to: number): Message;
  write(message: Message): string;
}

/** Makes reader and writer of a type once, for all its messages. */
export function jsonMessages(type: MessageType): JsonMessages {
  const isPlain = !needsRewriting(type, new Set());
  return {
    read: (bytes, from, to) => asMessage(type, parse(bytes.toString('utf8', from, to)), 'message'),
    write: (message) => JSON.stringify(isPlain ? message : rewritten(type, message)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(
      `the data is no JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Whether the canonical form of some message is not its JSON form. */
function needsRewriting({ fields }: MessageType, seen: Set<MessageType>): boolean {
  return fields.some(({ type, optional }) => {
    if (optional || type === 'bytes') return true;
    if (typeof type === 'string' || type.kind === 'enum' || seen.has(type)) return false;
    return needsRewriting(type, seen.add(type));
  });
}

function rewritten({ fields }: MessageType, message: Message): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = message[name];
      return [name, value === undefined ? null : rewrittenValue(type, value)];
    }),
  );
}

function rewrittenValue(type: FieldType, value: Value): unknown {
  if (Array.isArray(value)) return value.map((each: Value) => rewrittenValue(type, each));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof type === 'string' || type.kind === 'enum') return value;
  return rewritten(type, value as Message);
}

function asMessage({ fields }: MessageType, value: unknown, place: string): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidInput(`${place} must be an object`);
  }
  const read: Record<string, Value> = {};
  let known = 0;
  for (const field of fields) {
    const { name } = field;
    if (Object.hasOwn(value, name)) known++;
    const content = asField(field, Reflect.get(value, name), `${place}.${name}`);
    if (content !== undefined) read[name] = content;
  }
  const names = Object.keys(value);
  if (names.length > known) {
    const unknown = names.find((each) => fields.every(({ name }) => name !== each));
    throw new InvalidInput(`${place} has no field ${JSON.stringify(unknown)}`);
  }
  return read;
}

function asField(field: Field, value: unknown, place: string): Value | undefined {
  if (field.optional && (value === null || value === undefined)) return undefined;
  if (!field.repeated) return asValue(field.type, value, place);
  if (!Array.isArray(value)) throw new InvalidInput(`${place} must be a list`);
  return value.map((each, index) => asValue(field.type, each, `${place}[${index}]`));
}

const isInt32 = (value: unknown) =>
  Number.isInteger(value) && Number(value) === (Number(value) | 0);
const isBase64 = (value: string) =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);

function asValue(type: FieldType, value: unknown, place: string): Value {
  if (typeof type !== 'string') {
    return type.kind === 'message'
      ? asMessage(type, value, place)
      : asName(type.values, value, place);
  }
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value;
      break;
    case 'bool':
      if (typeof value === 'boolean') return value;
      break;
    case 'int32':
      if (typeof value === 'number' && isInt32(value)) return value;
      break;
    case 'int64':
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
      break;
    case 'double':
      if (typeof value === 'number') return value;
      break;
    case 'bytes':
      if (typeof value === 'string' && isBase64(value)) return Buffer.from(value, 'base64');
      break;
  }
  throw new InvalidInput(`${place} must be ${type === 'bytes' ? 'base64' : type}`);
}

function asName(values: readonly string[], value: unknown, place: string): string {
  const name = values.find((each) => each === value);
  if (name === undefined) throw new InvalidInput(`${place} must be one of ${values.join(', ')}`);
  return name;
}
