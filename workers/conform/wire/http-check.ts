import { healthPath } from '../../../workloads/product/product.ts';
import type { ConformCheck } from '../check.ts';
import { cutText } from '../words.ts';
import {
  expectedWords,
  type HttpExpectation,
  hasJson,
  hasStatus,
  judgeHttp,
} from './expect-http.ts';
import { askHttpOnce, type HttpAsked } from './http-ask.ts';

/** One HTTP request, with the requirements for its answer. */
export interface HttpExchange {
  readonly name: string;
  readonly holds: string;
  readonly send: HttpAsked & { readonly body?: string };
  readonly expect: readonly HttpExpectation[];
}

/** The check of one exchange, on its own connection. */
export function httpCheck({ name, holds, send, expect }: HttpExchange): ConformCheck {
  return {
    name,
    holds,
    sent: askedWords(send),
    expected: expectedWords(expect),
    find: async (service) => judgeHttp(expect, await askHttpOnce(service, send), service),
  };
}

function askedWords({ method, path, headers = {}, body }: HttpExchange['send']): string {
  const type = headers['content-type'];
  const content =
    body === undefined
      ? ''
      : body === ''
        ? ' without a body'
        : ` with ${cutText(body.replace(/\s+/g, ' '))}`;
  return `${method} ${path}${type === undefined ? '' : ` (${type})`}${content}`;
}

/** The liveness probe, common to protocols over HTTP/1.1. */
export const health: HttpExchange = {
  name: 'health',
  holds: 'answers the liveness probe',
  send: { method: 'GET', path: healthPath },
  expect: [hasStatus(200), hasJson(() => ({ status: 'ok' }), '{"status": "ok"}')],
};
