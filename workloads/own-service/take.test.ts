import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeSchema } from '../../contracts/experiment/flows.ts';
import { DataTables } from './rows.ts';
import { takerOf } from './take.ts';

const slots = new DataTables([], ['a', 'b']).taken;
const answer = (body: string, headers = {}) => ({ status: 200, headers, body });

function taken(take: Parameters<typeof takerOf>[0], of: ReturnType<typeof answer>) {
  const into = ['', ''];
  const wrong = takerOf(take, slots)?.(of, into) ?? null;
  return wrong ?? into;
}

describe('what a step takes', () => {
  it.each([
    ['a text', { path: '$.id' }, '{"id":"x"}', 'x'],
    ['a number', { path: '$.id' }, '{"id":7}', '7'],
    ['a number too large', { path: '$[0]' }, '[90071992547409931]', '90071992547409931'],
    ['an object, as JSON', { path: '$.id' }, '{"id": {"a": [1]}}', '{"a":[1]}'],
    ['the first of several', { path: '$[*].id' }, '[{"id":1},{"id":2}]', '1'],
    ['a group', { matches: 'id="(\\d+)"' }, '<o id="12"/>', '12'],
    ['a whole match', { matches: '\\d+' }, '<o id="12"/>', '12'],
    ['a part of what a path finds', { path: '$.a', matches: '[^/]+$' }, '{"a":"/orders/9"}', '9'],
    ['an empty text', { path: '$.id' }, '{"id":""}', ''],
    ['half a character, as a sign for it', { path: '$' }, '"\\ud800x"', '\ufffdx'],
  ])('is %s', (_what, take, body, expected) => {
    expect(takeSchema.parse(take)).toEqual(take);
    expect(taken({ a: take }, answer(body))).toEqual([expected, '']);
  });

  it('may be a header, whatever its case', () => {
    const of = answer('', { location: '/orders/5' });
    expect(taken({ b: { header: 'Location', matches: '\\d+' } }, of)).toEqual(['', '5']);
  });

  it.each([
    [{ path: '$.id' }, '{}', 'There is nothing at $.id to take as {{a}}'],
    [{ path: '$.id' }, '{"id":null}', 'There is nothing at $.id to take as {{a}}'],
    [{ matches: 'x(y)' }, 'z', 'There is nothing at the body by x(y) to take as {{a}}'],
    [{ header: 'x' }, '', 'There is nothing at the header x to take as {{a}}'],
    [{ path: '$.id' }, '<html>', /^\{\{a\}\} cannot be taken from \$\.id: /],
  ])('is reported as missing: %j', (take, body, words) => {
    const reason = taken({ a: take }, answer(body));
    if (words instanceof RegExp) expect(reason).toMatch(words);
    else expect(reason).toBe(words);
  });

  it('throws for no answer at all', () => {
    const takes = takerOf({ a: { path: '$.a[0]' }, b: { path: '$..b' } }, slots);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        const wrong = takes?.(answer(body), ['', '']) ?? null;
        expect(wrong === null || typeof wrong === 'string').toBe(true);
      }),
    );
  });
});
