import type {
  Field,
  MessageType,
  OperationDescription,
} from '../../../contracts/workloads/description.ts';
import { argumentType, emptyField } from '../../../contracts/workloads/interfaces/graphql.ts';

/** Path at which the GraphQL service listens. */
export const graphqlPath = '/graphql';

/** The selection of all fields of a message, and of those within it: `{ id items { name } }`. */
export function selectionOf({ fields }: MessageType): string {
  const all = fields.map(({ name, type }) =>
    typeof type === 'object' && type.kind === 'message' ? `${name} ${selectionOf(type)}` : name,
  );
  return `{ ${all.length > 0 ? all.join(' ') : emptyField} }`;
}

const list = (fields: readonly Field[], of: (field: Field) => string) =>
  fields.length > 0 ? `(${fields.map(of).join(', ')})` : '';

/** The document of an operation: one root field, with the fields of the request as variables and all of the answer selected. */
export function documentOf(
  operation: Pick<OperationDescription, 'field' | 'method' | 'request' | 'response' | 'changes'>,
): string {
  const { field, method, request, response, changes } = operation;
  const variables = list(request.fields, (one) => `$${one.name}: ${argumentType(one)}`);
  const given = list(request.fields, ({ name }) => `${name}: $${name}`);
  const keyword = changes ? 'mutation' : 'query';
  return `${keyword} ${method}${variables} { ${field}${given} ${selectionOf(response)} }`;
}
