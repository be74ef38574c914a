import type { Field, Message, MessageType, Value } from '../description.ts';

/** Reduces a message to the fields of another message type, recursively. */
export function project(type: MessageType, message: Message): Message {
  const kept: Record<string, Value> = {};
  for (const field of type.fields) {
    const value = message[field.name];
    if (value !== undefined) kept[field.name] = projectValue(field, value);
  }
  return kept;
}

function projectValue({ type }: Field, value: Value): Value {
  if (typeof type !== 'object' || type.kind === 'enum') return value;
  if (Array.isArray(value)) return value.map((item: Message) => project(type, item));
  return isMessage(value) ? project(type, value) : value;
}

/** Whether a value is a message, rather than a scalar, bytes or a list. */
function isMessage(value: Value): value is Message {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
}
