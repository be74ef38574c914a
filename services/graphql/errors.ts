import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type RefusalKind, refusalKindOf } from '../refusal-kind.ts';

const codes: Readonly<Record<RefusalKind, string>> = {
  invalid: 'INVALID',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  pool: 'POOL',
  internal: 'INTERNAL',
};

/** Reason of an error. Without a path in the answer it concerns the document or its variables. */
function kindOf({ path, originalError }: GraphQLError): RefusalKind {
  if (path === undefined) return 'invalid';
  return originalError instanceof GraphQLError ? 'internal' : refusalKindOf(originalError);
}

/** An error with a code for its reason. */
export function formattedError(error: GraphQLError): GraphQLFormattedError {
  return { ...error.toJSON(), extensions: { ...error.extensions, code: codes[kindOf(error)] } };
}

/** An error of the request before a document is available. */
export function requestError(message: string): { errors: GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code: codes.invalid } }] };
}
