import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { documentChecker } from './documents.ts';
import { formattedError } from './errors.ts';

/** A client's request. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

/** The answer. */
export interface GraphqlAnswer {
  readonly status: 200 | 400;
  readonly body: object;
  /** Error message; null for none. */
  readonly complaint: string | null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the request, or what is wrong with it. */
export function readRequest(body: unknown): GraphqlRequest | string {
  if (!isRecord(body)) return 'The body is not an object: expected {"query": "…"}';
  const { query, variables = null, operationName = null } = body;
  if (typeof query !== 'string') return 'query: expected a GraphQL document as text';
  if (variables !== null && !isRecord(variables)) return 'variables: expected an object';
  if (operationName !== null && typeof operationName !== 'string') {
    return 'operationName: expected a text';
  }
  return { query, variables: variables ?? {}, operationName };
}

function answerOf({ data, errors }: ExecutionResult): GraphqlAnswer {
  if (!errors) return { status: 200, body: { data }, complaint: null };
  const formatted = errors.map(formattedError);
  const complaint = errors[0]?.message ?? '';
  // Without data the request was not executed: a variable or the operation name is wrong.
  if (data === undefined) return { status: 400, body: { errors: formatted }, complaint };
  return { status: 200, body: { data, errors: formatted }, complaint };
}

/** Executes requests; synchronously if no handler waits. */
export function executor(
  schema: GraphQLSchema,
): (request: GraphqlRequest) => GraphqlAnswer | Promise<GraphqlAnswer> {
  const check = documentChecker(schema);
  return ({ query, variables, operationName }) => {
    const checked = check(query);
    if ('errors' in checked) return answerOf({ errors: checked.errors });
    const result = execute({
      schema,
      document: checked.document,
      variableValues: variables,
      operationName,
    });
    return result instanceof Promise ? result.then(answerOf) : answerOf(result as ExecutionResult);
  };
}
