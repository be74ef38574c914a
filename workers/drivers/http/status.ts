import type { Failure } from '../driver.ts';
import { poolFailure } from '../failures.ts';

/** Header by which a bundled service says why it refuses, and what it says when no database connection was free in time. */
export const refusalHeader = 'x-wirebench-refusal';
export const poolRefusal = 'pool';

/**
 * The failure of an HTTP status outside 200–299; the first characters of the body say why.
 * @param pool whether the answer had the header that says so of the database's connections.
 */
export function statusFailure(status: number, body: string, pool = false): Failure | null {
  if (status >= 200 && status < 300) return null;
  const reason = body.slice(0, 300);
  const message = `HTTP ${status}${reason ? `: ${reason}` : ''}`;
  if (pool && status === 503) return poolFailure(message);
  return { kind: 'status', code: String(status), message };
}
