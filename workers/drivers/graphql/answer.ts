import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { canonicalMessage } from '../../../workloads/messages/canonical.ts';
import { jsonReading } from '../../codecs/reading.ts';
import type { Failure } from '../driver.ts';
import { poolFailure } from '../failures.ts';
import { statusFailure } from '../http/status.ts';

const poolCode = 'POOL';
const errorsKey = '"errors"';

/** The failure for the first of an answer's errors; null without errors. */
export function errorsFailure(errors: unknown): Failure | null {
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const [first] = errors;
  const code = textAt(valueAt(first, 'extensions'), 'code') ?? 'GRAPHQL';
  const message = `GraphQL error: ${textAt(first, 'message') ?? ''}`;
  return code === poolCode ? poolFailure(message) : { kind: 'fault', code, message };
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const text = valueAt(value, name);
  return typeof text === 'string' ? text.slice(0, 500) : undefined;
}

/**
 * The failure in an answer's body, which in GraphQL may have any status. A body without the key `errors` is
 * not parsed: quotes within texts are escaped in JSON.
 */
export function judgeAnswer(status: number, body: Buffer | null, pool: boolean): Failure | null {
  const errors = body?.includes(errorsKey) ? errorsIn(body) : null;
  return errorsFailure(errors) ?? statusFailure(status, body?.toString('utf8') ?? '', pool);
}

function errorsIn(body: Buffer): unknown {
  try {
    return valueAt(JSON.parse(body.toString('utf8')), 'errors');
  } catch {
    // Invalid JSON: reported when decoding, and the status may say more.
    return null;
  }
}

type Answered = Pick<OperationDescription, 'field' | 'response' | 'roots'>;

/** The message in an answer's `data`; several root fields form one. @throws UnfitValue, TypeError if there is none. */
export function messageIn({ field, response, roots }: Answered, data: unknown): Message {
  const value = roots ? data : valueAt(data, field);
  if (value === undefined) throw new TypeError(`The answer has no data of ${field}`);
  return canonicalMessage(response, value, jsonReading);
}

/** @throws SyntaxError, UnfitValue, TypeError if the body is not the operation's answer. */
export function decodeAnswer(operation: Answered, body: Buffer): Message {
  return messageIn(operation, valueAt(JSON.parse(body.toString('utf8')), 'data'));
}
