import type { FieldType, MessageType, OperationDescription } from '../description.ts';
import { argumentType, emptyField } from './graphql.ts';

/** All fields of a message, those of messages within it too: `id parts { label colour }`. */
export function selectionOf({ fields }: MessageType): string {
  if (fields.length === 0) return emptyField;
  const selected = (name: string, type: FieldType) =>
    typeof type === 'object' && type.kind === 'message' ? `${name} { ${selectionOf(type)} }` : name;
  return fields.map(({ name, type }) => selected(name, type)).join(' ');
}

/** A document that calls an operation with its request as variables and asks for the whole answer. */
export function documentOf({
  changes,
  method,
  field,
  request,
  response,
}: OperationDescription): string {
  const defined = request.fields.map((one) => `$${one.name}: ${argumentType(one)}`).join(', ');
  const given = request.fields.map(({ name }) => `${name}: $${name}`).join(', ');
  const list = (text: string) => (text === '' ? '' : `(${text})`);
  const kind = changes ? 'mutation' : 'query';
  return `${kind} ${method}${list(defined)} { ${field}${list(given)} { ${selectionOf(response)} } }`;
}
