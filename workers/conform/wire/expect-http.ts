import { STATUS_CODES } from 'node:http';
import { decodeFault } from '../../codecs/soap.ts';
import type { CheckedService } from '../check.ts';
import { cutText, differenceWords } from '../words.ts';
import type { HttpAnswered } from './http-ask.ts';

/** A required property of an answer. */
export interface HttpExpectation {
  readonly words: string;
  /** @returns what is wrong, or null. */
  judge(answer: HttpAnswered, service: CheckedService): string | null;
}

export function hasStatus(...statuses: readonly number[]): HttpExpectation {
  return {
    words: `status ${statuses.join(' or ')}`,
    judge: ({ status }) => (statuses.includes(status) ? null : `status ${status}`),
  };
}

/** @param words description of the pattern. */
export function hasHeader(name: string, pattern: RegExp, words: string): HttpExpectation {
  return {
    words: `${name}: ${words}`,
    judge: ({ headers }) => {
      const value = headers[name];
      if (value === undefined) return `no header ${name}`;
      return pattern.test(String(value)) ? null : `${name}: ${cutText(String(value))}`;
    },
  };
}

export const hasNoBody: HttpExpectation = {
  words: 'no body',
  judge: ({ body }) => (body.length === 0 ? null : `a body of ${body.length} bytes`),
};

/** @param wanted required properties of the body, by its content and the service. */
export function hasJson(
  wanted: (value: unknown, service: CheckedService) => unknown,
  words: string,
): HttpExpectation {
  return {
    words,
    judge: ({ body }, service) => {
      const value = jsonIn(body);
      if (value === undefined) return `a body that is not JSON: ${bodyWords(body)}`;
      return differenceWords(wanted(value, service), value);
    },
  };
}

/** An error body instead of an answer. */
export function hasProblem(status: number): HttpExpectation[] {
  const error = STATUS_CODES[status];
  return [
    hasStatus(status),
    hasHeader('content-type', /^application\/json\b/i, 'application/json'),
    hasJson((value) => {
      const { message } = Object(value) as Readonly<Record<string, unknown>>;
      const isText = typeof message === 'string' && message !== '';
      return { statusCode: status, error, message: isText ? message : '…' };
    }, 'an error body'),
  ];
}

/** A SOAP 1.1 fault. @param code without its prefix. */
export function hasFault(code: string): HttpExpectation[] {
  return [
    hasStatus(500),
    hasHeader('content-type', /^text\/xml\b/i, 'text/xml'),
    {
      words: `a fault with the code ${code}`,
      judge: ({ body }) => {
        const fault = decodeFault(body);
        if (!fault) return `no fault: ${bodyWords(body)}`;
        if (fault.code !== code) return `a fault with the code ${cutText(fault.code)}`;
        return fault.message === '' ? 'a fault without a faultstring' : null;
      },
    },
  ];
}

/** Parses a body as JSON; undefined if invalid. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // The caller reports it.
    return undefined;
  }
}

export const bodyWords = (body: Buffer) =>
  body.length === 0 ? 'nothing' : cutText(JSON.stringify(body.subarray(0, 500).toString('utf8')));

/** All deviations of an answer, and for a wrong status its body; null if there are none. */
export function judgeHttp(
  expectations: readonly HttpExpectation[],
  answer: HttpAnswered,
  service: CheckedService,
): string | null {
  const wrong = expectations.flatMap((one) => one.judge(answer, service) ?? []);
  if (wrong.length === 0) return null;
  const [first] = wrong;
  // With another status, everything else differs as well.
  return first === `status ${answer.status}`
    ? `${first}, ${bodyWords(answer.body)}`
    : wrong.join('; ');
}

export function expectedWords(expectations: readonly HttpExpectation[]): string {
  return expectations.map(({ words }) => words).join(', ');
}
