import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBounds, tooMuchJson } from './json-bounds.ts';

const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;

it.each([
  ['mappings', list('{}', jsonBounds.nodes + 1), /mappings and lists/],
  ['lists in lists', list('[]', jsonBounds.nodes + 1), /mappings and lists/],
  ['numbers', list('0', jsonBounds.entries + 2), /values/],
  ['keys', keys(jsonBounds.ofOne + 1), /a mapping with more than/],
  ['keys further in', `[{"a":${keys(jsonBounds.ofOne + 1)}}]`, /a mapping with more than/],
  [
    'different keys',
    `[${Array.from({ length: jsonBounds.keys + 1 }, (_, at) => `{"k${at}" : 0}`).join(',')}]`,
    /different keys/,
  ],
  ['wide characters', `"${'ā'.repeat(jsonBounds.wideCharacters)}"`, /beyond Latin-1/],
  ['characters', `"${'a'.repeat(jsonBounds.characters)}"`, /characters/],
])('refuses too many %s', (_what, text, reason) => {
  expect(tooMuchJson(text)).toMatch(reason);
});

it.each([
  ['a long list', list('0', 500_000)],
  ['deep nesting', '['.repeat(100_000)],
  ['many keys', keys(jsonBounds.ofOne)],
  [
    'special characters in a text',
    JSON.stringify(['{[,'.repeat(1_000_000), '\\"{'.repeat(500_000), '\\']),
  ],
])('takes %s', (_what, text) => {
  expect(tooMuchJson(text)).toBeNull();
});

it('accepts any document that a program writes', () => {
  fc.assert(fc.property(fc.json(), (text) => tooMuchJson(text) === null));
});

it('terminates for any invalid JSON', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'"\\{}[],a') }),
      (text) => tooMuchJson(text) === null,
    ),
  );
});
