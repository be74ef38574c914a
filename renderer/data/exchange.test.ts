import { expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import { attemptOutcome, drawnBody } from './exchange.ts';

const attempt: Attempt = {
  request: 'get-order',
  protocol: 'rest',
  sent: { call: 'GET http://127.0.0.1/orders/7', headers: [], body: null },
  answer: {
    status: 200,
    headers: [],
    body: '{}',
    connectMs: 1,
    answerMs: 2,
    bytes: { sent: 3, received: 4 },
  },
  failure: null,
  error: null,
  checks: [{ check: '$.id exists', wrong: null }],
};
const wrong = { check: 'status 201', wrong: 'it is 200' };

it.each<[Partial<Attempt>, string, string]>([
  [{}, 'good', 'Status 200'],
  [{ protocol: 'grpc' }, 'good', 'OK'],
  [{ checks: [wrong] }, 'bad', 'Status 200, one check does not hold'],
  [{ checks: [wrong, wrong] }, 'bad', 'Status 200, 2 checks do not hold'],
  [{ answer: null }, 'bad', 'No answer'],
  [
    { answer: null, failure: { kind: 'connect', code: 'ECONNREFUSED', message: 'no one there' } },
    'bad',
    'Failed: connect',
  ],
  [
    { answer: null, error: { code: 'SERVICE_INVALID', message: 'no such field' } },
    'bad',
    'Not sent',
  ],
])('the outcome of a request %j', (changes, tone, label) => {
  expect(attemptOutcome({ ...attempt, ...changes })).toMatchObject({ tone, label });
});

it('a body is formatted if it is JSON, and unchanged otherwise; cut off past a readable length', () => {
  expect(drawnBody('{"a":[1]}').text).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(drawnBody('<a>').text).toBe('<a>');
  const { text, more } = drawnBody('x'.repeat(150_000));
  expect(text.length + more).toBe(150_000);
  expect(more).toBe(50_000);
});
