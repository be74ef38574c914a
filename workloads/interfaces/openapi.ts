import type {
  Field,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from '../description.ts';
import { fileMediaType, fileOperationsOf } from '../files.ts';
import { httpFieldsOf, httpOperationsOf } from '../http-fields.ts';
import { healthPath } from '../product/product.ts';
import { errorJsonSchema, type JsonSchema, messageSchema } from './json-schema.ts';
import { refusalStatuses } from './problem.ts';
import { typesBelow } from './types.ts';

const reference = ({ name }: Pick<MessageType, 'name'>): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** A schema in each of the offered formats. */
type Content = (schema: JsonSchema) => Record<string, { schema: JsonSchema }>;

/** Constraints of a type that JSON Schema's keywords do not express. */
const base64: JsonSchema = {
  pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?$',
};

/** The fields of a request, each with the operation's constraints on it. */
function fieldSchemas(
  { accepts = {} }: OperationDescription,
  fields: readonly Field[],
): JsonSchema {
  const { properties, ...schema } = messageSchema({ fields }, reference);
  const accepted = fields.map(({ name, type }): [string, JsonSchema] => {
    const own: JsonSchema = Reflect.get(Object(properties), name);
    return [name, { ...own, ...(type === 'bytes' ? base64 : {}), ...accepts[name] }];
  });
  return { ...schema, properties: Object.fromEntries(accepted) };
}

function parameter(operation: OperationDescription, place: 'path' | 'query', field: Field): object {
  const { name, optional, repeated } = field;
  // An address cannot contain null: fields without a value are omitted.
  const { optional: _, ...valued } = field;
  const { properties } = fieldSchemas(operation, [valued]);
  const required = place === 'path' || !(optional || repeated);
  return { name, in: place, required, schema: Reflect.get(Object(properties), name) };
}

const hasBytes = ({ type }: Field) => type === 'bytes';

/** A whole message by its name; a partial or narrowed one by its fields. */
function bodyOf(
  operation: OperationDescription,
  fields: readonly Field[],
  content: Content,
): object {
  if (fields.length === 0) return {};
  if (operation.stream === 'request') {
    return { requestBody: { required: true, content: { [fileMediaType]: {} } } };
  }
  const { request, accepts } = operation;
  const isMessage = fields.length === request.fields.length && !accepts && !fields.some(hasBytes);
  const schema = isMessage ? reference(request) : fieldSchemas(operation, fields);
  return { requestBody: { required: true, content: content(schema) } };
}

const refusalTexts: Readonly<Record<keyof typeof refusalStatuses, string>> = {
  invalid: 'The request is none that the operation accepts',
  'not-found': 'What the request is about is not there',
  conflict: 'What the request would make is there already',
  pool: 'No connection to the database became free in time',
};

function operationObject(operation: OperationDescription, contentOf: Content): object {
  const { path, query, body } = httpFieldsOf(operation);
  const parameters = [
    ...path.map((field) => parameter(operation, 'path', field)),
    ...query.map((field) => parameter(operation, 'query', field)),
  ];
  const content =
    operation.response.fields.length > 0
      ? { content: contentOf(reference(operation.response)) }
      : {};
  const problem = (description: string) => ({
    description,
    content: contentOf(reference({ name: 'Error' })),
  });
  const kinds = ['invalid', ...(operation.refusals ?? [])] as const;
  const problems = Object.fromEntries([
    ...kinds.map((kind) => [refusalStatuses[kind], problem(refusalTexts[kind])]),
    ...(body.length > 0 ? [[415, problem('The body is of another media type')]] : []),
    ...(body.length > 0 && operation.stream === 'none'
      ? [[413, problem('The body is too long')]]
      : []),
  ]);
  return {
    operationId: operation.field,
    summary: operation.doc.replace(/\.$/, ''),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(operation, body, contentOf),
    responses: {
      '200': { description: 'The answer', ...content },
      ...problems,
    },
  };
}

function pathsOf(
  operations: readonly OperationDescription[],
  content: Content,
): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, content) };
  }
  return paths;
}

function schemasOf(operations: readonly OperationDescription[]): Record<string, JsonSchema> {
  const roots = operations.flatMap(({ request, response, stream }) =>
    stream === 'request' ? [response] : [request, response],
  );
  const { messages } = typesBelow(roots);
  return Object.fromEntries(messages.map((type) => [type.name, messageSchema(type, reference)]));
}

const health = {
  get: {
    operationId: 'health',
    summary: 'Says that the service is up',
    responses: {
      '200': {
        description: 'It is up',
        content: json({
          type: 'object',
          required: ['status'],
          properties: { status: { const: 'ok' } },
        }),
      },
    },
  },
};

/** Properties of the service that the document describes. */
export interface OpenApiKind {
  readonly protocol: 'rest' | 'rest-h2' | 'rest-protobuf';
  /** Media types of bodies: `application/json`, and others with the same schemas. */
  readonly mediaTypes: readonly string[];
}

const defaultKind: OpenApiKind = { protocol: 'rest', mediaTypes: ['application/json'] };

/** The OpenAPI 3.1 document of a workload's REST service. */
export function openApiOf(
  workload: WorkloadDescription,
  { protocol, mediaTypes } = defaultKind,
): Record<string, unknown> {
  const operations = [
    ...httpOperationsOf(workload, protocol),
    ...fileOperationsOf(workload, protocol),
  ];
  const content: Content = (schema) =>
    Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
  return {
    openapi: '3.1.0',
    info: {
      title: `Wirebench ${workload.name} service`,
      description: workload.doc,
      version: '1.0.0',
    },
    servers: [{ url: '/' }],
    paths: { ...pathsOf(operations, content), [healthPath]: health },
    components: { schemas: { ...schemasOf(operations), Error: errorJsonSchema } },
  };
}
