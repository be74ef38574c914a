import type { FastifyRequest } from 'fastify';
import type { Message, OperationDescription } from '../../workloads/description.ts';
import { httpFieldsOf, partOf } from '../../workloads/http-fields.ts';
import { canonicalMessage, plainReading } from '../../workloads/messages/canonical.ts';

/** Paths and query strings contain only texts. */
const textReading = { ...plainReading, texts: true };

/**
 * Reads an operation's request from an HTTP request whose body is an object or a canonical message. The
 * function throws UnfitValue.
 */
export function requestReader(
  operation: OperationDescription,
): (request: FastifyRequest, body: unknown) => Message {
  const { request: type } = operation;
  const fields = httpFieldsOf(operation);
  const path = partOf(type, fields.path);
  const query = partOf(type, fields.query);
  const body = partOf(type, fields.body);
  if (path.fields.length === 0 && query.fields.length === 0) {
    return (_request, given) => canonicalMessage(body, body.fields.length === 0 ? {} : given);
  }
  return (request, given) => ({
    ...canonicalMessage(path, request.params, textReading),
    ...canonicalMessage(query, request.query, textReading),
    ...(body.fields.length === 0 ? {} : canonicalMessage(body, given)),
  });
}
