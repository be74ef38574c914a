import type { FieldType, MessageType } from '../../workloads/description.ts';
import {
  protobufReading as plainProtobuf,
  plainReading,
  type ValueReading,
} from '../../workloads/messages/canonical.ts';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Octets as a plain `Uint8Array`, from any kind of array or base64 text; null for anything else. */
function octetsFrom(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (typeof value !== 'string' || value.length % 4 !== 0 || !base64.test(value)) return null;
  return octetsFrom(Buffer.from(value, 'base64'));
}

/** Base64 of octets. */
export function base64Of(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

/** JSON, and the objects of applications. */
export const jsonReading: ValueReading = { ...plainReading, bytes: octetsFrom };
/** Output of a Protobuf decoder. */
export const protobufBytesReading: ValueReading = { ...plainProtobuf, bytes: octetsFrom };
/** XML: everything is text, and base64 may contain line breaks. */
export const xmlReading: ValueReading = {
  ...jsonReading,
  texts: true,
  bytes: (value) => octetsFrom(typeof value === 'string' ? value.replace(/\s+/g, '') : value),
};

const plain = new WeakMap<MessageType, boolean>();

/** Whether a message's canonical form equals its JSON: no bytes, and nothing nullable. */
export function isPlain(type: MessageType): boolean {
  const known = plain.get(type);
  if (known !== undefined) return known;
  // A recursive type is checked once.
  plain.set(type, true);
  const is = type.fields.every((field) => !field.optional && isPlainType(field.type));
  plain.set(type, is);
  return is;
}

function isPlainType(type: FieldType): boolean {
  return typeof type === 'string' ? type !== 'bytes' : type.kind === 'enum' || isPlain(type);
}
