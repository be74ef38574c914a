import {
  buildASTSchema,
  buildClientSchema,
  type DefinitionNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  parse,
} from 'graphql';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { tooMuchJson } from '../json-bounds.ts';

/** Maximum schema length in characters. */
const maxCharacters = 20_000_000;
/** Limit on a schema's text, for which the parser needs some hundred bytes per token; the largest public ones have half of it. */
const maxTokens = 250_000;

/**
 * Directives of gateways are not declared in the schemas that use them, and schemas of working servers violate
 * newer rules.
 */
const lenient = { assumeValidSDL: true, assumeValid: true };

function invalid(message: string, cause?: unknown): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', message, { cause });
}

const definitions: Readonly<Partial<Record<Kind, Kind>>> = {
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
};

const nameOf = (node: DefinitionNode) => ('name' in node ? (node.name?.value ?? '') : '');

/** Partial schemas extend types that no part defines, such as Query: the first extension becomes the definition. */
function defined(nodes: readonly DefinitionNode[]): DefinitionNode[] {
  const known = new Set(nodes.filter(({ kind }) => !definitions[kind]).map(nameOf));
  return nodes.map((node) => {
    const kind = definitions[node.kind];
    if (!kind || known.has(nameOf(node))) return node;
    known.add(nameOf(node));
    return { ...node, kind } as DefinitionNode;
  });
}

function fromText(source: string): GraphQLSchema {
  const document = parse(source, { maxTokens: maxTokens, noLocation: true });
  return buildASTSchema({ ...document, definitions: defined(document.definitions) }, lenient);
}

function fromIntrospection(source: string): GraphQLSchema {
  const tooMuch = tooMuchJson(source);
  if (tooMuch !== null) throw invalid(`the introspection has ${tooMuch}`);
  const parsed = JSON.parse(source) as { data?: unknown; __schema?: unknown };
  const answer = '__schema' in parsed ? parsed : parsed.data;
  if (typeof answer !== 'object' || answer === null || !('__schema' in answer)) {
    throw invalid('expected the answer to an introspection, which holds __schema');
  }
  return buildClientSchema(answer as IntrospectionQuery, lenient);
}

/**
 * Reads a schema from its text, or from the JSON of an introspection.
 * @throws WirebenchError SERVICE_INVALID
 */
export function readSchema(source: string): GraphQLSchema {
  if (source.length > maxCharacters) {
    throw invalid(`the schema is longer than ${maxCharacters} characters`);
  }
  try {
    const text = source.replace(/^\uFEFF/, '');
    return /^\s*\{/.test(text) ? fromIntrospection(text) : fromText(text);
  } catch (cause) {
    if (cause instanceof WirebenchError) throw cause;
    throw invalid(`the GraphQL schema cannot be read: ${messageOf(cause)}`, cause);
  }
}
