import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { type RefusalKind, refusalKindOf } from '../refusal-kind.ts';

const codes: Readonly<Record<RefusalKind, string>> = {
  invalid: 'INVALID',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  pool: 'POOL',
  internal: 'INTERNAL',
};

/** An error with the code that says why; what has no cause beneath it is wrong in the document itself. */
export function formattedError(error: GraphQLError): GraphQLFormattedError {
  const { originalError } = error;
  const code = originalError ? codes[refusalKindOf(originalError)] : codes.invalid;
  return { ...error.toJSON(), extensions: { ...error.extensions, code } };
}

/** An error of the request before there is a document. */
export function requestError(message: string): { errors: GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code: codes.invalid } }] };
}
