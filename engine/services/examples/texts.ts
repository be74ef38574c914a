import type {
  Field,
  FieldType,
  Message,
  MessageType,
  Value,
} from '../../../workloads/description.ts';
import { snakeCase } from '../../../workloads/interfaces/proto.ts';
import { typeInProtobuf, valueInProtobuf } from '../../../workloads/messages/protobuf-form.ts';

/** Some fields of a message as JSON; bytes are base64. */
export function jsonText(message: Message, fields: readonly Field[]): string {
  const names = new Set(fields.map(({ name }) => name));
  const some = Object.fromEntries(Object.entries(message).filter(([name]) => names.has(name)));
  return JSON.stringify(some, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}

function isMessage(type: FieldType): type is MessageType {
  return typeof type === 'object' && type.kind === 'message';
}

const listOf = (value: Value | undefined): readonly Value[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as Value];
};

/** Octets beyond ASCII in Protobuf's text format. */
function protoBytes(bytes: Uint8Array): string {
  return `"${Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
}

function protoValue(type: FieldType, value: Value): string {
  if (value instanceof Uint8Array) return protoBytes(value);
  return type === 'string' ? JSON.stringify(value) : String(value);
}

/** Some fields of a message in Protobuf's text format, on one line. */
export function protoValues(message: Message, fields: readonly Field[]): string {
  const texts = fields.flatMap(({ name, type: of }) =>
    listOf(message[name]).map((one) => {
      const label = snakeCase(name);
      const [type, value] = [typeInProtobuf(of), valueInProtobuf(of, one)];
      if (isMessage(type)) return `${label} { ${protoValues(value as Message, type.fields)} }`;
      return `${label}: ${protoValue(type, value)}`;
    }),
  );
  return texts.join(' ');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlValue(value: Value): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return String(value).replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** The elements of a message's fields, without white space. */
export function xmlElements(message: Message, fields: readonly Field[]): string {
  const texts = fields.flatMap(({ name, type }) =>
    listOf(message[name]).map((value) => {
      const content = isMessage(type)
        ? xmlElements(value as Message, type.fields)
        : xmlValue(value);
      return `<${name}>${content}</${name}>`;
    }),
  );
  return texts.join('');
}
