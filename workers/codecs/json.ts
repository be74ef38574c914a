import type { FieldType, Message, MessageType, Value } from '../../workloads/description.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { base64Of, isPlain, jsonReading } from './reading.ts';

/**
 * A message as JSON: bytes in base64, and `null` for absent values. For a message with more than the fields
 * of its type (such as one whose id is in the path), only those of the type.
 */
export function jsonValue(type: MessageType, message: Message): Record<string, unknown> | Message {
  const isWhole = Object.keys(message).length === type.fields.length;
  if (isWhole && isPlain(type)) return message;
  const value: Record<string, unknown> = {};
  for (const field of type.fields) {
    const own = message[field.name];
    value[field.name] = own === undefined ? null : fieldValue(field.type, own);
  }
  return value;
}

function fieldValue(type: FieldType, value: Value): unknown {
  if (value instanceof Uint8Array) return base64Of(value);
  if (Array.isArray(value)) return value.map((item: Value) => fieldValue(type, item));
  if (typeof value !== 'object' || typeof type !== 'object' || type.kind === 'enum') return value;
  return jsonValue(type, value as Message);
}

export function encodeJson(type: MessageType, message: Message): Buffer {
  return Buffer.from(JSON.stringify(jsonValue(type, message)), 'utf8');
}

/**
 * @throws SyntaxError, UnfitValue if the bytes are not the message in JSON; empty bytes are a message
 * without fields.
 */
export function decodeJson(type: MessageType, body: Buffer): Message {
  const value: unknown = body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
  return canonicalMessage(type, value, jsonReading);
}
