import {
  buildSchema,
  GraphQLError,
  GraphQLObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import type { OperationDescription } from '../../workloads/description.ts';
import {
  emptyField,
  graphqlOperationsOf,
  graphqlText,
} from '../../workloads/interfaces/graphql.ts';
import { canonicalMessage, plainReading } from '../../workloads/messages/canonical.ts';
import { unaryHandlerOf } from '../answer.ts';
import type { ServiceOptions } from '../service.ts';

function readLong(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('Long: expected a whole number of at most 2^53 − 1');
}

function readBase64(value: unknown): Uint8Array {
  const bytes = plainReading.bytes(value);
  if (bytes) return bytes;
  throw new GraphQLError('Base64: expected bytes as base64');
}

const writeBase64 = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : '';

/** Serialisation and parsing of the scalars that GraphQL lacks. */
const scalars: Readonly<Record<string, Partial<GraphQLScalarType<unknown, unknown>>>> = {
  Long: { coerceOutputValue: readLong, coerceInputValue: readLong },
  Base64: { coerceOutputValue: writeBase64, coerceInputValue: readBase64 },
};

function resolver({ name, request }: OperationDescription, { handlers }: ServiceOptions) {
  const handle = unaryHandlerOf(handlers, name);
  return (_source: unknown, given: unknown) => handle(canonicalMessage(request, given));
}

/** Answers without fields, replaced by a confirmation. */
function resolveEmptyTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType)) continue;
    const { [emptyField]: field, ...others } = type.getFields();
    if (field && Object.keys(others).length === 0) field.resolve = () => true;
  }
}

/** A workload's schema whose root fields call its handlers. */
export function workloadSchema(options: ServiceOptions): GraphQLSchema {
  const schema = buildSchema(graphqlText(options.workload));
  for (const [name, scalar] of Object.entries(scalars)) {
    const type = schema.getType(name);
    if (type instanceof GraphQLScalarType) Object.assign(type, scalar);
  }
  resolveEmptyTypes(schema);
  for (const operation of graphqlOperationsOf(options.workload)) {
    const root = operation.changes ? schema.getMutationType() : schema.getQueryType();
    const field = root?.getFields()[operation.field];
    if (field) field.resolve = resolver(operation, options);
  }
  return schema;
}
