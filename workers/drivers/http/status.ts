import { poolRefusal, refusalHeader } from '../../../workloads/interfaces/problem.ts';
import type { Failure } from '../driver.ts';
import { poolFailure, protocolFailure } from '../failures.ts';

/**
 * The codings of a body that a client has to undo; null where there are none.
 * @param value of the header `content-encoding`.
 */
export function codingOf(value: string): string | null {
  const codings = value
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const real = codings.filter((coding) => coding !== '' && coding !== 'identity');
  return real.length > 0 ? real.join(', ') : null;
}

/** The body of a good answer is encoded, though clients that undo no coding ask for none; a user's own header may. */
export function encodedFailure(coding: string): Failure {
  const message = `The answer is encoded (content-encoding: ${coding.slice(0, 100)}), which this client does not undo, nor ask for by itself`;
  return protocolFailure('HTTP_ENCODING', message);
}

/**
 * Why an answer over HTTP is refused before its body is read: by its status, or by a coding that nobody has undone.
 * @param headers by their names in lower case.
 * @param body the beginning of it in words; asked for by refused statuses only.
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
