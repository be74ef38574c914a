import type { MessageType, Refusal } from '../description.ts';

/** Media type of Protobuf over HTTP. */
export const protobufMediaType = 'application/x-protobuf';

/** HTTP statuses by reason of refusal. */
export const refusalStatuses: Readonly<Record<Refusal | 'invalid', number>> = {
  invalid: 400,
  'not-found': 404,
  conflict: 409,
  pool: 503,
};

/**
 * Header in which a bundled service gives the reason of a refusal, and its value if no database connection
 * was free in time.
 */
export const refusalHeader = 'x-wirebench-refusal';
export const poolRefusal = 'pool' satisfies Refusal;

/** Error answer over `rest-protobuf`, in the same encoding as responses. */
export const problemType = {
  kind: 'message',
  name: 'Problem',
  fields: [
    { name: 'status', number: 1, type: 'int32' },
    { name: 'message', number: 2, type: 'string' },
  ],
} as const satisfies MessageType;

/** The text of its interface file. */
export const problemText = `syntax = "proto3";

package wirebench.problem.v1;

// The answer of a REST Protobuf service in place of a response.
message Problem {
  // As the HTTP status.
  int32 status = 1;
  string message = 2;
}
`;
