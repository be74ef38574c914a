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

/** A document that may be executed, or its errors. */
export type CheckedDocument =
  | { readonly document: DocumentNode }
  | { readonly errors: readonly GraphQLError[] };

/** Larger documents are refused before they cost anything. */
export const documentLimits = {
  /** UTF-16 units. */
  length: 1_000_000,
  tokens: 5000,
  /** Levels of selections, including fragments where they are used. */
  depth: 24,
  /** Fields, including fragments wherever they are used. */
  fields: 5000,
} as const;

/** Longer documents are not cached; maximum number of cached ones. */
const longestKept = 20_000;
const maxKept = 500;

/** Parser and rules recurse as deep as a document, which may exceed the stack. */
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

/** Parses and validates documents, caching the last few hundred. @returns a function that checks a document. */
export function documentChecker(schema: GraphQLSchema): (source: string) => CheckedDocument {
  const kept = new Map<string, CheckedDocument>();
  return (source) => {
    const known = kept.get(source);
    if (known) return known;
    const checked = check(schema, source);
    if (source.length > longestKept) return checked;
    if (kept.size >= maxKept) {
      // The oldest is evicted; a map keeps insertion order.
      const oldest = kept.keys().next();
      if (!oldest.done) kept.delete(oldest.value);
    }
    kept.set(source, checked);
    return checked;
  };
}
