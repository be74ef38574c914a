import type { Protocol } from '../contracts/words.ts';
import {
  type Field,
  isOffered,
  type MessageType,
  type OperationDescription,
  type WorkloadDescription,
} from './description.ts';

/** Location of the fields of an operation's request in HTTP. */
export interface HttpFields {
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly body: readonly Field[];
}

/** Splits the fields of a request by the operation's route. */
export function httpFieldsOf({
  request,
  http,
}: Pick<OperationDescription, 'request' | 'http'>): HttpFields {
  const inPath = ({ name }: Field) => http.path.includes(`{${name}}`);
  const inQuery = ({ name }: Field) => http.query.includes(name);
  return {
    path: request.fields.filter(inPath),
    query: request.fields.filter(inQuery),
    body: request.fields.filter((field) => !inPath(field) && !inQuery(field)),
  };
}

/** Some of a message's fields as a message. */
export function partOf({ name }: MessageType, fields: readonly Field[]): MessageType {
  return { kind: 'message', name, fields };
}

/** Operations that a protocol over HTTP carries: one message each way. */
export function httpOperationsOf(
  { operations }: WorkloadDescription,
  protocol: Protocol,
): OperationDescription[] {
  return Object.values(operations).filter(
    (operation) => operation.stream === 'none' && isOffered(operation, protocol),
  );
}
