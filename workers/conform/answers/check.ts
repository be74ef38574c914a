import type { Protocol } from '../../../contracts/words.ts';
import { ByteMeter } from '../../byte-meter.ts';
import type { Failure } from '../../drivers/driver.ts';
import { callAlone, FailedCall } from '../../equivalence/call-alone.ts';
import { openDriver } from '../../requests-of.ts';
import type { CheckedService, ConformCheck } from '../check.ts';
import { cutText } from '../words.ts';
import type { AnswerCase } from './case.ts';

/** A protocol's code for an invalid request, as in a driver's failure. */
export type InvalidCodes = readonly string[];

/**
 * The check of an answer, on its own connection.
 * @param invalid codes with which the protocol refuses invalid requests.
 */
export function answerCheck(made: AnswerCase, invalid: InvalidCodes): ConformCheck {
  const { name, holds, sent, judge } = made;
  const expected = judge === null ? `${made.expected} (${invalid.join(' or ')})` : made.expected;
  return {
    name,
    holds,
    sent,
    expected,
    find: async (service) => {
      const answer = await answerOfCase(made, service);
      if ('failure' in answer)
        return judge === null ? unlike(invalid, answer.failure) : described(answer.failure);
      if (judge === null) return 'it was answered like a valid request';
      return judge(answer.message, service);
    },
  };
}

/** Whether the protocol's messages can represent a case. */
export function isSayable({ operation, notIn = [] }: AnswerCase, protocol: Protocol): boolean {
  return !operation.notIn?.includes(protocol) && !notIn.includes(protocol);
}

async function answerOfCase(made: AnswerCase, service: CheckedService) {
  const { protocol, address, timeoutMs } = service;
  const place = { address, timeoutMs, meter: new ByteMeter(), resumption: false };
  const driver = await openDriver(service, { client: 'raw', protocol }, place);
  try {
    const { operation } = made;
    const request = made.request(service);
    const stream = made.stream?.(service) ?? null;
    const { reply } = await callAlone(driver, { operation, request, stream }, timeoutMs);
    return { message: reply?.() ?? {} };
  } catch (error) {
    if (error instanceof FailedCall) return { failure: error.failure };
    throw error;
  } finally {
    driver.close();
  }
}

function unlike(invalid: InvalidCodes, failure: Failure): string | null {
  const isRefusal = failure.kind === 'status' || failure.kind === 'fault';
  return isRefusal && invalid.includes(failure.code) ? null : described(failure);
}

const described = ({ kind, code, message }: Failure) => `${cutText(message)} (${kind}, ${code})`;
