import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

it('names the place and both values', () => {
  const first = {
    items: [
      { price: 1, name: 'a' },
      { price: 2, name: 'b' },
    ],
    total: 3,
  };
  const second = {
    items: [
      { price: 1, name: 'a' },
      { price: 2.5, name: 'b' },
    ],
  };
  expect(differencesOf(first, second)).toEqual([
    { path: 'items[1].price', first: '2', second: '2.5' },
    { path: 'total', first: '3', second: 'nothing' },
  ]);
});

it('shows lists of different lengths by their number of items, and files by their bytes; shortens long values and stops after five', () => {
  expect(differencesOf({ ids: ['a'] }, { ids: [] })).toEqual([
    { path: 'ids', first: '1 items', second: '0 items' },
  ]);
  const bytes = (...values: number[]) => ({ content: Uint8Array.from(values) });
  expect(differencesOf(bytes(1, 2), bytes(1, 2))).toEqual([]);
  expect(differencesOf(bytes(1, 2), bytes(1, 3))).toEqual([
    { path: 'content', first: '2 bytes', second: '2 bytes' },
  ]);
  const many = (value: string) => Object.fromEntries([...'abcdefgh'].map((key) => [key, value]));
  const found = differencesOf(many('x'.repeat(500)), many('y'));
  expect(found).toHaveLength(5);
  expect(found[0]?.first).toHaveLength(81);
});

it('finds a difference exactly where Node sees one', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(differencesOf(a, structuredClone(a))).toEqual([]);
      expect(differencesOf(a, b).length === 0).toBe(isDeepStrictEqual(a, b));
    }),
    { numRuns: 500 },
  );
});
