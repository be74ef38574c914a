import type { FieldType, Message, MessageType, Value } from '../description.ts';
import { stampMessage, stampType } from './stamp.ts';

/**
 * Protobuf uses messages for what other encodings have as text: stamps. Converts a canonical message to the
 * encoded one; the reverse is a reading (`protobufReading`).
 */

/** Type of a field in Protobuf. */
export function typeInProtobuf(type: FieldType): FieldType {
  return type === 'stamp' ? stampType : type;
}

/** A single value in its Protobuf form; nested messages stay as they are. @throws TypeError for an invalid stamp */
export function valueInProtobuf(type: FieldType, value: Value): Value {
  return type === 'stamp' ? stampMessage(String(value)) : value;
}

function hasStamps(type: FieldType, seen: Set<MessageType>): boolean {
  if (typeof type === 'string') return type === 'stamp';
  if (type.kind === 'enum' || seen.has(type)) return false;
  seen.add(type);
  return type.fields.some((field) => hasStamps(field.type, seen));
}

function formed(type: FieldType, value: Value): Value {
  if (Array.isArray(value)) return value.map((item: Value) => formed(type, item));
  const isMessage = typeof type === 'object' && type.kind === 'message';
  return isMessage ? formedMessage(type, value as Message) : valueInProtobuf(type, value);
}

function formedMessage({ fields }: MessageType, message: Message): Message {
  const form: Record<string, Value> = {};
  for (const { name, type } of fields) {
    const value = message[name];
    if (value !== undefined) form[name] = formed(type, value);
  }
  return form;
}

/**
 * Converts a canonical message to the input of Protobuf libraries; most messages need no conversion. The
 * function throws TypeError for an invalid stamp.
 */
export function protobufForm(type: MessageType): (message: Message) => Message {
  if (!hasStamps(type, new Set())) return (message) => message;
  return (message) => formedMessage(type, message);
}
