import type { TextCall } from '../../../contracts/custom.ts';
import {
  compileTemplate,
  type RequestNumber,
  renderTemplate,
  type TemplatePart,
} from '../../../workloads/custom/template.ts';
import { decodeFault } from '../../codecs/soap.ts';
import type { Failure } from '../driver.ts';
import { errorsFailure } from '../graphql/answer.ts';
import { statusFailure } from '../http/status.ts';
import { faultFailure } from '../soap-raw.ts';

/** A request over HTTP, written out. */
export interface WrittenText {
  /** Path and query, below the address. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

const escapes: Readonly<Record<TextCall['escape'], (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: (value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  url: encodeURIComponent,
  none: (value) => value,
};

/** A value cannot end a header. */
const oneLine = (value: string) => value.replace(/[\r\n\0]/g, ' ');

/** Compiles a call; what it gives writes the call out for a request. @throws TemplateFault */
export function textWriter(call: TextCall): (of: RequestNumber) => WrittenText {
  let values = 0;
  const compile = (text: string): TemplatePart[] => {
    const segments = compileTemplate(text, values);
    values += segments.filter((segment) => typeof segment !== 'string').length;
    return segments;
  };
  const target = compile(call.target);
  const headers = call.headers.map(([name, value]) => [name, compile(value)] as const);
  const body = call.body === null ? null : compile(call.body);
  const escaped = escapes[call.escape];
  return (of) => ({
    target: renderTemplate(target, of, encodeURIComponent),
    headers: headers.map(([name, value]) => [name, renderTemplate(value, of, oneLine)] as const),
    body: body && Buffer.from(renderTemplate(body, of, escaped), 'utf8'),
  });
}

/** Whether success shows in the body of a good answer. */
export const looksAtBody = ({ success }: Pick<TextCall, 'success'>) => success === 'errors';

/**
 * The failure that an answer stands for; null for a success.
 * @param expected the status that a check asks for; null where any good one will do.
 * @param body of an answer with a failing status, and where {@link looksAtBody} says so.
 */
export function textFailure(
  { success }: Pick<TextCall, 'success'>,
  expected: number | null,
  status: number,
  body: Buffer | null,
): Failure | null {
  if (expected !== null) {
    if (status === expected) return null;
    return statusFailure(status, reasonIn(body)) ?? unexpected(status, expected);
  }
  if (success === 'fault') {
    const fault = status >= 300 && body ? decodeFault(body) : null;
    if (fault) return faultFailure(fault.code, fault.message);
  }
  if (success === 'errors' && body?.includes('"errors"')) {
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
    // No JSON: the status may tell more.
    return null;
  }
}
