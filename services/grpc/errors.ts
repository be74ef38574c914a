import { status } from '@grpc/grpc-js';
import { messageOf, type RefusalKind, refusalKindOf } from '../refusal-kind.ts';

const codes: Readonly<Record<RefusalKind, status>> = {
  invalid: status.INVALID_ARGUMENT,
  'not-found': status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  pool: status.RESOURCE_EXHAUSTED,
  internal: status.INTERNAL,
};

/** An error in gRPC's words. A driver tells the pool's refusal from others by how its text begins. */
export function grpcError(error: unknown): { code: status; details: string } {
  const kind = refusalKindOf(error);
  const message = messageOf(error);
  return { code: codes[kind], details: kind === 'pool' ? `pool: ${message}` : message };
}
