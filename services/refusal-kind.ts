import { UnfitValue } from '../workloads/messages/canonical.ts';
import { Conflict, InvalidInput, NotFound, PoolExhausted } from './workloads/refusals.ts';

/** Why a request did not get its answer; `internal` is the service's own fault. */
export type RefusalKind = 'invalid' | 'not-found' | 'conflict' | 'pool' | 'internal';

export function refusalKindOf(error: unknown): RefusalKind {
  if (error instanceof InvalidInput || error instanceof UnfitValue) return 'invalid';
  if (error instanceof NotFound) return 'not-found';
  if (error instanceof Conflict) return 'conflict';
  return error instanceof PoolExhausted ? 'pool' : 'internal';
}
