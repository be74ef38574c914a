import {
  type EnumType,
  type Field,
  type FieldType,
  isOffered,
  type MessageType,
  type OperationDescription,
  type ScalarType,
  type WorkloadDescription,
} from '../description.ts';
import { typesBelow } from './types.ts';

const scalarNames: Readonly<Record<ScalarType, string>> = {
  string: 'String',
  int32: 'Int',
  int64: 'Long',
  double: 'Float',
  bool: 'Boolean',
  bytes: 'Base64',
  stamp: 'String',
};

/** Placeholder for a message without fields, because a selection cannot be empty. */
export const emptyField = 'ok';

/** Operations that are root fields: with one message each way. */
export function graphqlOperationsOf({ operations }: WorkloadDescription): OperationDescription[] {
  return Object.values(operations).filter(
    (operation) =>
      operation.stream === 'none' && !operation.roots && isOffered(operation, 'graphql'),
  );
}

/** A message's name as the type of an argument. */
const inputName = ({ name }: MessageType) => `${name}Input`;
const outputName = ({ name }: MessageType) => name;

function typeName(type: FieldType, ofMessage: (type: MessageType) => string): string {
  if (typeof type === 'string') return scalarNames[type];
  return type.kind === 'enum' ? type.name : ofMessage(type);
}

/** `name: Type!` as fields and arguments have it. */
function typed(field: Field, ofMessage: (type: MessageType) => string): string {
  const name = typeName(field.type, ofMessage);
  if (field.repeated) return `${field.name}: [${name}!]!`;
  return `${field.name}: ${name}${field.optional ? '' : '!'}`;
}

/** The type of an argument, for the definition of a variable: `[PartInput!]!`. */
export function argumentType(field: Field): string {
  return typed(field, inputName).slice(field.name.length + 2);
}

function rootField({ field, doc, request, response }: OperationDescription): string {
  const list = request.fields.map((one) => typed(one, inputName));
  const given = list.length === 0 ? '' : `(${list.join(', ')})`;
  return `  ${quoted(doc)}\n  ${field}${given}: ${response.name}!\n`;
}

function quoted(doc: string): string {
  return JSON.stringify(doc);
}

function rootType(name: 'Query' | 'Mutation', operations: readonly OperationDescription[]): string {
  return `type ${name} {\n${operations.map(rootField).join('')}}\n`;
}

/** A query type is required even if every operation changes something. */
const emptyQuery = `type Query {\n  "There is nothing to ask for without a change."\n  ${emptyField}: Boolean!\n}\n`;

function block(keyword: 'type' | 'input', type: MessageType): string {
  const ofMessage = keyword === 'input' ? inputName : outputName;
  const lines = type.fields.map((field) => `  ${typed(field, ofMessage)}\n`);
  const empty = keyword === 'input' ? `  ${emptyField}: Boolean\n` : `  ${emptyField}: Boolean!\n`;
  return `${keyword} ${ofMessage(type)} {\n${lines.join('') || empty}}\n`;
}

function enumBlock({ name, values }: EnumType): string {
  return `enum ${name} {\n${values.map((value) => `  ${value}\n`).join('')}}\n`;
}

const scalarDocs = {
  Long: 'A whole number up to 2^53 − 1, as a number.',
  Base64: 'Bytes, as base64.',
};

function usesScalar(messages: readonly MessageType[], scalar: ScalarType): boolean {
  return messages.some(({ fields }) => fields.some(({ type }) => type === scalar));
}

function scalarBlocks(messages: readonly MessageType[]): string[] {
  const block = (name: keyof typeof scalarDocs) => `${quoted(scalarDocs[name])}\nscalar ${name}\n`;
  return [
    ...(usesScalar(messages, 'int64') ? [block('Long')] : []),
    ...(usesScalar(messages, 'bytes') ? [block('Base64')] : []),
  ];
}

/** Messages nested in requests; a request itself is the arguments of its field. */
function inputMessages(operations: readonly OperationDescription[]): readonly MessageType[] {
  const types = operations.flatMap(({ request }) => request.fields.map(({ type }) => type));
  const nested = types.filter((type) => typeof type === 'object' && type.kind === 'message');
  return typesBelow(nested).messages;
}

/** The schema of a workload in GraphQL SDL. */
export function graphqlText(workload: WorkloadDescription): string {
  const operations = graphqlOperationsOf(workload);
  const queries = operations.filter(({ changes }) => !changes);
  const mutations = operations.filter(({ changes }) => changes);
  const all = typesBelow(operations.flatMap(({ request, response }) => [request, response]));
  const outputs = typesBelow(operations.map(({ response }) => response)).messages;
  return [
    `# The ${workload.name} workload. ${workload.doc}\n`,
    queries.length > 0 ? rootType('Query', queries) : emptyQuery,
    ...(mutations.length > 0 ? [rootType('Mutation', mutations)] : []),
    ...outputs.map((type) => block('type', type)),
    ...inputMessages(operations).map((type) => block('input', type)),
    ...all.enums.map(enumBlock),
    ...scalarBlocks(all.messages),
  ].join('\n');
}
