import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  GraphQLError as Refused,
  specifiedRules,
  validate,
} from 'graphql';
import { extentOf } from './extent.ts';

/** A document that may be executed, or what is wrong with it. */
export type CheckedDocument =
  | { readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] };

/** Beyond these a document is refused before it costs anything. */
export const documentLimits = {
  /** UTF-16 units. */
  length: 1_000_000,
  tokens: 5000,
  /** Levels of selections, fragments counted where they are used. */
  depth: 24,
  /** Fields, fragments counted wherever they are used. */
  fields: 5000,
} as const;

/** Longer documents are not kept, nor more than so many. */
const longestKept = 20_000;
const maxKept = 500;

/** Parser and rules follow a document as deep as it goes, which may be deeper than the stack. */
function check(schema: GraphQLSchema, source: string): CheckedDocument {
  try {
    return checkDepth(schema, source);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const limit = `${documentLimits.depth} levels at most`;
    return { errors: [new Refused(`The document is nested too deeply: ${limit}`)] };
  }
}

function checkDepth(schema: GraphQLSchema, source: string): CheckedDocument {
  let document: DocumentNode;
  try {
    document = parse(source, {
      maxLexicalTokens: documentLimits.tokens,
      maxSourceLength: documentLimits.length,
    });
  } catch (error) {
    if (error instanceof Refused) return { errors: [error] };
    throw error;
  }
  const errors = validate(schema, document, specifiedRules, { maxErrors: 10 });
  if (errors.length > 0) return { errors };
  const { depth, fields } = extentOf(document);
  if (depth <= documentLimits.depth && fields <= documentLimits.fields) return { document };
  const limits = `${documentLimits.depth} levels and ${documentLimits.fields} fields at most`;
  return { errors: [new Refused(`The document selects too much: ${limits}`)] };
}

/**
 * Parses and validates documents, each once as long as it is among the last few hundred.
 * @returns what checks a document.
 */
export function documentChecker(schema: GraphQLSchema): (source: string) => CheckedDocument {
  const kept = new Map<string, CheckedDocument>();
  return (source) => {
    const known = kept.get(source);
    if (known) return known;
    const checked = check(schema, source);
    if (source.length > longestKept) return checked;
    if (kept.size >= maxKept) {
      // The oldest goes; a map keeps the order in which keys came.
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
    kept.set(source, checked);
    return checked;
  };
}
