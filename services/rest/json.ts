import type { Field, FieldType, Message, MessageType, Value } from '../../workloads/description.ts';
import { type JsonSchema, messageSchema } from '../../workloads/interfaces/json-schema.ts';

function hasBytes(type: FieldType): boolean {
  if (typeof type === 'string') return type === 'bytes';
  return type.kind === 'message' && type.fields.some((field) => hasBytes(field.type));
}

function jsonValue(type: FieldType, value: Value | undefined): unknown {
  if (value === undefined || typeof type === 'string') {
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  }
  return type.kind === 'message' ? jsonObject(type, value as Message) : value;
}

function jsonField({ type, repeated }: Field, value: Value | undefined): unknown {
  if (!repeated) return jsonValue(type, value);
  return (value as readonly Value[]).map((item) => jsonValue(type, item));
}

function jsonObject({ fields }: MessageType, message: Message): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [field.name, jsonField(field, message[field.name])]),
  );
}

/** Converts a message to JSON values; most messages need no conversion. */
export function jsonOf(type: MessageType): (message: Message) => unknown {
  return hasBytes(type) ? (message) => jsonObject(type, message) : (message) => message;
}

/** An absent field is written as null. */
function serializedField(schema: unknown): unknown {
  const { anyOf } = Object(schema) as { anyOf?: readonly JsonSchema[] };
  return anyOf ? { ...anyOf[0], nullable: true, default: null } : schema;
}

/** The schema of a message for Fastify's serialiser, which does not validate. */
export function serializerSchema(type: MessageType): JsonSchema {
  const schema = messageSchema(type, serializerSchema);
  const properties = Object.entries(Object(schema.properties)).map(([name, field]) => [
    name,
    serializedField(field),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
