import type {
  Field,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from './description.ts';
import { fileMediaType, fileOperationsOf } from './files.ts';
import { httpFieldsOf, httpOperationsOf, partOf } from './http-fields.ts';
import { typesBelow } from './interfaces/types.ts';
import { errorJsonSchema, type JsonSchema, messageSchema } from './json-schema.ts';
import { healthPath } from './product.ts';

const reference = ({ name }: Pick<MessageType, 'name'>): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** A schema in each of the formats that are offered. */
type Content = (schema: JsonSchema) => Record<string, { schema: JsonSchema }>;

function parameter(place: 'path' | 'query', field: Field): object {
  const { properties } = messageSchema(
    partOf({ kind: 'message', name: '', fields: [] }, [field]),
    reference,
  );
  const schema = Reflect.get(Object(properties), field.name);
  const required = place === 'path' || !(field.optional || field.repeated);
  return { name: field.name, in: place, required, schema };
}

/** A whole message by its name; what is left of one beside the path and the query by its fields. */
function bodyOf(
  operation: OperationDescription,
  fields: readonly Field[],
  content: Content,
): object {
  if (fields.length === 0) return {};
  if (operation.stream === 'request') {
    return { requestBody: { required: true, content: { [fileMediaType]: {} } } };
  }
  const { request } = operation;
  const whole = fields.length === request.fields.length;
  const schema = whole ? reference(request) : messageSchema({ fields }, reference);
  return { requestBody: { required: true, content: content(schema) } };
}

function operationObject(operation: OperationDescription, contentOf: Content): object {
  const { path, query, body } = httpFieldsOf(operation);
  const parameters = [
    ...path.map((field) => parameter('path', field)),
    ...query.map((field) => parameter('query', field)),
  ];
  const content =
    operation.response.fields.length > 0
      ? { content: contentOf(reference(operation.response)) }
      : {};
  const problem = (description: string) => ({
    description,
    content: contentOf(reference({ name: 'Error' })),
  });
  return {
    operationId: operation.field,
    summary: operation.doc.replace(/\.$/, ''),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(operation, body, contentOf),
    responses: {
      '200': { description: 'The answer', ...content },
      '400': problem(`The request is no ${operation.request.name}`),
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

/** How a service speaks, as far as its document says so. */
export interface OpenApiKind {
  readonly protocol: 'rest' | 'rest-h2' | 'rest-protobuf';
  /** Of bodies: `application/json`, and others that are described by the same schemas. */
  readonly mediaTypes: readonly string[];
}

const usualKind: OpenApiKind = { protocol: 'rest', mediaTypes: ['application/json'] };

/** The OpenAPI 3.1 document of a workload's REST service. */
export function openApiOf(
  workload: WorkloadDescription,
  { protocol, mediaTypes } = usualKind,
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
