import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, differenceWords } from './words.ts';

it('names the place of a difference and both values', () => {
  const expected = { id: '1', items: [{ price: 2 }], name: 'x' };
  expect(differenceWords(expected, expected)).toBeNull();
  expect(differenceWords(expected, { id: '1', items: [{ price: 3 }] })).toBe(
    'items[0].price is 3 instead of 2; name is nothing instead of "x"',
  );
  expect(differenceWords(expected, { ...expected, items: [] })).toBe(
    'items has 0 items instead of 1',
  );
});

it('shows where long texts differ', () => {
  const text = 'abc '.repeat(1000);
  const words = differenceWords({ text }, { text: `${text.slice(0, 2000)}X${text.slice(2001)}` });
  expect(words).toBe(
    'text is "c abc abc Xbc abc abc abc abc " instead of "c abc abc abc abc abc abc abc " at 2000',
  );
  expect(differenceWords({ text }, { text: text.slice(0, -1) })).toContain(
    'has 3999 UTF-16 units instead of 4000',
  );
});

it('describes any two different values briefly, and returns null for equal ones', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (one, two) => {
      expect(differenceWords(one, structuredClone(one))).toBeNull();
      expect((differenceWords(one, two) ?? '').length).toBeLessThan(2000);
    }),
  );
  expect(cutText('x'.repeat(500))).toHaveLength(91);
});
