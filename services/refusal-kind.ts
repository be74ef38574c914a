import { UnfitValue } from '../workloads/messages/canonical.ts';
import { Conflict, InvalidInput, NotFound, PoolExhausted } from './workloads/refusals.ts';

/** Why a request was refused; `internal` is an error of the service. */
export type RefusalKind = 'invalid' | 'not-found' | 'conflict' | 'pool' | 'internal';

export function refusalKindOf(error: unknown): RefusalKind {
  if (error instanceof InvalidInput || error instanceof UnfitValue) return 'invalid';
  if (error instanceof NotFound) return 'not-found';
  if (error instanceof Conflict) return 'conflict';
  return error instanceof PoolExhausted ? 'pool' : 'internal';
}
