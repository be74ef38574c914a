import { poolRefusal, refusalHeader } from '../../../workloads/interfaces/problem.ts';
import type { Failure } from '../driver.ts';
import { poolFailure, protocolFailure } from '../failures.ts';
import { codingOf } from './coding.ts';

/**
 * The body of a successful answer is encoded, although clients that decode nothing do not request it; a
 * user's own header may.
 */
export function encodedFailure(coding: string): Failure {
  const message = `The answer is encoded (content-encoding: ${coding.slice(0, 100)}), which this client does not undo, nor ask for by itself`;
  return protocolFailure('HTTP_ENCODING', message);
}

/**
 * Why an HTTP answer is refused before its body is read: because of its status, or an unsupported coding.
 * @param headers lower-case names.
 * @param body text of its beginning; used for refused statuses only.
 */
export function refusalOf(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: () => string,
): Failure | null {
  if (status < 200 || status >= 300) {
    return statusFailure(status, body(), headers[refusalHeader] === poolRefusal);
  }
  const coding = codingOf(String(headers['content-encoding'] ?? ''));
  return coding === null ? null : encodedFailure(coding);
}

/**
 * The failure of an HTTP status outside 200–299, with the start of the body.
 * @param pool whether the answer had the header for missing database connections.
 */
export function statusFailure(status: number, body: string, pool = false): Failure | null {
  if (status >= 200 && status < 300) return null;
  const reason = body.slice(0, 300);
  const message = `HTTP ${status}${reason ? `: ${reason}` : ''}`;
  if (pool && status === 503) return poolFailure(message);
  return { kind: 'status', code: String(status), message };
}
