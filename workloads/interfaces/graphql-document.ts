import type { FieldType, GraphqlRoot, MessageType, OperationDescription } from '../description.ts';
import { argumentType, emptyField } from './graphql.ts';

/** Input for a document. */
export type DocumentParts = Pick<
  OperationDescription,
  'field' | 'method' | 'request' | 'response' | 'changes' | 'roots'
>;

/** All fields of a message, nested messages included: `id parts { label colour }`. */
export function selectionOf({ fields }: MessageType): string {
  if (fields.length === 0) return emptyField;
  return fields.map(({ name, type }) => selected(name, type)).join(' ');
}

function selected(name: string, type: FieldType): string {
  return typeof type === 'object' && type.kind === 'message'
    ? `${name} { ${selectionOf(type)} }`
    : name;
}

const list = (texts: readonly string[]) => (texts.length === 0 ? '' : `(${texts.join(', ')})`);

/** A root field of a document with several, with an alias if its answer has another name. */
function rootOf({ field, as, given }: GraphqlRoot, { fields }: MessageType): string {
  const type = fields.find(({ name }) => name === as)?.type;
  if (type === undefined) throw new TypeError(`The answer has no field ${as}`);
  const arguments_ = list(Object.entries(given).map(([name, from]) => `${name}: $${from}`));
  return selected(`${as === field ? '' : `${as}: `}${field}${arguments_}`, type);
}

/**
 * A document that calls an operation with its request as variables and selects the whole answer: one root
 * field, or each root field of the operation.
 */
export function documentOf(parts: DocumentParts): string {
  const { changes, method, field, request, response, roots } = parts;
  const defined = list(request.fields.map((one) => `$${one.name}: ${argumentType(one)}`));
  const given = list(request.fields.map(({ name }) => `${name}: $${name}`));
  const all = roots?.map((root) => rootOf(root, response)) ?? [
    selected(`${field}${given}`, response),
  ];
  return `${changes ? 'mutation' : 'query'} ${method}${defined} { ${all.join(' ')} }`;
}
