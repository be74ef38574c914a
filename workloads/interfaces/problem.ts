import type { MessageType, Refusal } from '../description.ts';

/** Media type of Protobuf over HTTP. */
export const protobufMediaType = 'application/x-protobuf';

/** Statuses of HTTP by why a request is refused. */
export const refusalStatuses: Readonly<Record<Refusal | 'invalid', number>> = {
  invalid: 400,
  'not-found': 404,
  conflict: 409,
  pool: 503,
};

/** Header by which a bundled service says why it refuses, and what it says when no database connection was free in time. */
export const refusalHeader = 'x-wirebench-refusal';
export const poolRefusal = 'pool' satisfies Refusal;

/** What is answered over `rest-protobuf` in the place of a response, in the same encoding. */
export const problemType = {
  kind: 'message',
  name: 'Problem',
  fields: [
    { name: 'status', number: 1, type: 'int32' },
    { name: 'message', number: 2, type: 'string' },
  ],
} as const satisfies MessageType;

/** Its interface file. */
export const problemText = `syntax = "proto3";

package wirebench.problem.v1;

// What a service of REST with Protobuf answers in the place of a response.
message Problem {
  // As the HTTP status.
  int32 status = 1;
  string message = 2;
}
`;
