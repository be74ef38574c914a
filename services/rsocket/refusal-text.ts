import { Conflict, InvalidInput, NotFound, PoolExhausted } from '../workloads/refusals.ts';

/** The text of an APPLICATION_ERROR: a word for the kind of refusal, then the reason. */
export function refusalText(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${kindOf(error)}: ${reason}`;
}

function kindOf(error: unknown): string {
  if (error instanceof InvalidInput) return 'invalid';
  if (error instanceof NotFound) return 'not-found';
  if (error instanceof Conflict) return 'conflict';
  return error instanceof PoolExhausted ? 'pool' : 'internal';
}
