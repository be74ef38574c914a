import { describe, expect, it } from 'vitest';
import { type AnswerCheck, checkSchema } from '../../contracts/experiment/checks.ts';
import { judgeAnswers } from './judge.ts';
import { secretsHidden } from './secrets.ts';

const answer = {
  status: 200,
  headers: { 'content-type': 'application/json', etag: '"7"' },
  body: '{"id":7,"lines":[{"price":2.5},{"price":4}],"note":null,"big":"9007199254740993"}',
};
const judge = (...checks: AnswerCheck[]) => judgeAnswers(checks)(answer);

describe('the checks of an answer', () => {
  it.each<AnswerCheck>([
    { status: 200 },
    { header: 'Content-Type', contains: 'json' },
    { header: 'etag', equals: '"7"' },
    { header: 'x-none', exists: false },
    { path: '$.id', equals: 7 },
    { path: '$.lines[*].price', matches: '^[0-9.]+$' },
    { path: '$.lines[?@.price > 3].price', equals: 4 },
    { path: '$.note', equals: null },
    { path: '$.note', exists: true },
    { path: '$.nothing', exists: false },
    { path: '$.big', equals: '9007199254740993' },
    { body: true, contains: '"id":7' },
  ])('hold: %j', (check) => {
    expect(checkSchema.parse(check)).toEqual(check);
    expect(judge(check)).toBeNull();
  });

  it.each<[AnswerCheck, string]>([
    [{ status: 201 }, 'expected status 201, got 200'],
    [{ path: '$.id', equals: 8 }, 'expected $.id = 8, got 7'],
    [{ path: '$.lines[*].price', equals: 4 }, 'expected $.lines[*].price = 4, got 2.5'],
    [{ path: '$.gone', equals: 1 }, 'expected $.gone = 1, nothing is there'],
    [{ path: '$.id', exists: false }, 'expected $.id does not exist'],
    [{ header: 'x-none', exists: true }, 'expected header x-none exists'],
    [{ body: true, contains: 'gone' }, 'expected body contains "gone", got'],
  ])('are reported when they fail: %j', (check, words) => {
    expect(judge({ status: 200 }, check)).toContain(words);
  });

  it('are refused if invalid', () => {
    expect(() => judgeAnswers([{ path: '$[', exists: true }])).toThrow();
    for (const wrong of [
      {},
      { status: 200, equals: 1 },
      { path: '$.a' },
      { path: '$.a', header: 'b', exists: true },
      { path: 'a', exists: true },
      { body: true, matches: '(' },
    ]) {
      expect(checkSchema.safeParse(wrong).success).toBe(false);
    }
  });

  it.each([
    ['not JSON', '<html>', /^the answer cannot be read: .*JSON/],
    ['empty', '', /^the answer cannot be read: .*JSON/],
    ['nested without end', '['.repeat(2000) + ']'.repeat(2000), /^the answer cannot be read: /],
  ])('fail an answer that is %s, without throwing', (_what, body, words) => {
    const check = { path: '$..id', exists: true };
    expect(judgeAnswers([check])({ ...answer, body })).toMatch(words);
  });

  it('mask values that are likely to be secrets', () => {
    const token = 'eyJhbGciOi';
    const body = `{"access_token":"${token}"}`;
    const login = { ...answer, headers: { 'set-cookie': token }, body };
    const paths = ['$.access_token', "$['access_token']"].map((path) => ({ path }));
    for (const place of [...paths, { header: 'set-cookie' }]) {
      const reason = judgeAnswers([{ ...place, equals: 'y' }])(login);
      expect(reason).toMatch(/got another value, which is not shown$/);
      expect(reason).not.toContain(token);
    }
  });

  it('show no part of a secret, wherever texts are cut', () => {
    const hidden = secretsHidden({ secrets: ['s3cr3t-token'] });
    const body = `${'x'.repeat(95)}s3cr3t-token`;
    const reason = judgeAnswers([{ body: true, equals: 'y' }], { hidden })({ ...answer, body });
    expect(reason).not.toContain('s3c');
  });
});
