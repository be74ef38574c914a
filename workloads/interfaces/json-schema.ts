import type { Field, FieldType, MessageType, ScalarType } from '../description.ts';

/** A JSON Schema; also valid in OpenAPI 3.1. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const scalars: Readonly<Record<ScalarType, JsonSchema>> = {
  string: { type: 'string' },
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  double: { type: 'number' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  stamp: { type: 'string', description: 'A date or local time in ISO 8601, without a zone' },
};

function ofType(type: FieldType, ofMessage: (type: MessageType) => JsonSchema): JsonSchema {
  if (typeof type === 'string') return scalars[type];
  if (type.kind === 'enum') return { type: 'string', enum: type.values };
  return ofMessage(type);
}

function ofField(field: Field, ofMessage: (type: MessageType) => JsonSchema): JsonSchema {
  const schema = ofType(field.type, ofMessage);
  if (field.repeated) return { type: 'array', items: schema };
  return field.optional ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** @param ofMessage schema of a message within this one: itself, or a reference to it. */
export function messageSchema(
  { fields }: Pick<MessageType, 'fields'>,
  ofMessage: (type: MessageType) => JsonSchema = messageSchema,
): JsonSchema {
  const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, ofField(field, ofMessage)])),
  };
}

/** JSON Schema of every error answer. */
export const errorJsonSchema: JsonSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
};
