import { type OperationDefinitionNode, parse } from 'graphql';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type { TextCall } from '../../../contracts/own-service.ts';

function refused(message: string, cause?: unknown): WirebenchError {
  const hint = 'With factors.client: [raw] it is sent as it is written.';
  return new WirebenchError('SERVICE_INVALID', message, { hint, cause });
}

/**
 * Refuses documents that the library would send differently: it needs to know the operation, and caches
 * every document. @throws WirebenchError SERVICE_INVALID
 */
export function checkLibraryQuery({ body }: Pick<TextCall, 'body'>): void {
  const [piece] = body ?? [];
  if (!piece || !('text' in piece)) throw refused('expected a document');
  const { query, operationName }: { query: string; operationName?: string } = JSON.parse(
    piece.text,
  );
  if (/\{\{.*?\}\}/s.test(`${query} ${operationName}`)) {
    const message =
      'expected {{values}} in variables alone: the library client keeps every document that it sends, and this one differs from request to request';
    throw refused(message);
  }
  const operations = operationsOf(query);
  const asked = operations.filter(
    ({ name }) => operationName === undefined || name?.value === operationName,
  );
  const [only] = asked;
  if (!only || asked.length > 1) {
    const names = operations.map(({ name }) => name?.value ?? 'one without a name').join(', ');
    const wanted = operationName === undefined ? 'the name of one' : 'another';
    throw refused(
      `expected ${wanted} as operation, since the library client sends one: the document has ${names || 'none'}`,
    );
  }
  if (only.operation === 'subscription') {
    throw refused('expected a query or a mutation: the library client waits for one answer');
  }
}

function operationsOf(query: string): OperationDefinitionNode[] {
  try {
    const { definitions } = parse(query, { maxTokens: 100_000 });
    return definitions.filter((one) => one.kind === 'OperationDefinition');
  } catch (cause) {
    throw refused(
      `the library client needs a document that can be read: ${messageOf(cause)}`,
      cause,
    );
  }
}
