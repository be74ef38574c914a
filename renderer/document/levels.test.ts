import { expect, it } from 'vitest';
import { levelTexts, typedValue } from './levels.ts';

it('levelsOf makes a list of any value in the file', () => {
  expect(levelTexts(10)).toEqual(['10']);
  expect(levelTexts([10, 'x'])).toEqual(['10', 'x']);
  expect(levelTexts(undefined)).toEqual([]);
  expect(levelTexts(null)).toEqual([]);
});

it('typed text is written as a number if it is one', () => {
  expect(typedValue(' 50 ')).toBe(50);
  expect(typedValue('0.25')).toBe(0.25);
  expect(typedValue('5x')).toBe('5x');
  expect(typedValue('20s ')).toBe('20s');
  expect(typedValue('')).toBe('');
});
