import type { TextCall } from '../../../contracts/own-service.ts';
import { decodeFault } from '../../codecs/soap.ts';
import type { Failure } from '../driver.ts';
import { undecodableFailure } from '../failures.ts';
import { errorsFailure } from '../graphql/answer.ts';
import { statusFailure } from '../http/status.ts';
import { faultFailure } from '../soap-raw.ts';
import { unencoded } from './codings.ts';

const ofConnections = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a field belongs to an HTTP/1.1 connection only (RFC 9113, 8.2.2). */
export const isOfConnection = (name: string) => ofConnections.has(name);

/** The failure in the body of an answer with a successful status; null if the status decides alone. */
export const signOfFailure = { status: null, errors: '"errors"', fault: 'Fault' } as const;

/** Whether success depends on the body of a successful answer. */
export const looksAtBody = ({ success }: Pick<TextCall, 'success'>) =>
  signOfFailure[success] !== null;

/**
 * The failure of an answer; null for a success.
 * @param expected the status required by a check; null if any successful one will do.
 * @param content of an answer with a failing status, and if {@link looksAtBody}, with its encoding.
 */
export function textFailure(
  call: Pick<TextCall, 'success'>,
  expected: number | null,
  status: number,
  { body, coding }: { readonly body: Buffer | null; readonly coding: string | null },
): Failure | null {
  if (body === null || coding === null) return plainFailure(call, expected, status, body);
  try {
    return plainFailure(call, expected, status, unencoded(body, coding));
  } catch (error) {
    return plainFailure(call, expected, status, null) ?? undecodableFailure(error);
  }
}

function plainFailure(
  { success }: Pick<TextCall, 'success'>,
  expected: number | null,
  status: number,
  body: Buffer | null,
): Failure | null {
  if (expected !== null) {
    if (status === expected) return null;
    return statusFailure(status, reasonIn(body)) ?? unexpected(status, expected);
  }
  if (success === 'fault' && body?.includes(signOfFailure.fault)) {
    const fault = decodeFault(body);
    if (fault) return faultFailure(fault.code, fault.message);
  }
  if (success === 'errors' && body?.includes(signOfFailure.errors)) {
    const failure = errorsFailure(errorsIn(body));
    if (failure) return failure;
  }
  return statusFailure(status, reasonIn(body));
}

const reasonIn = (body: Buffer | null) => body?.toString('utf8') ?? '';

function unexpected(status: number, expected: number): Failure {
  return { kind: 'status', code: String(status), message: `HTTP ${status}, expected ${expected}` };
}

function errorsIn(body: Buffer): unknown {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'errors') : null;
  } catch {
    // Invalid JSON: the status may say more.
    return null;
  }
}
