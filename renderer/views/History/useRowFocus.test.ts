import { expect, it } from 'vitest';
import { rowAfterKey } from './useRowFocus.ts';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 7],
  ['PageDown', 8, 9],
  ['PageUp', 3, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, null],
])('%s leads from row %i of ten to %s', (key, row, expected) => {
  expect(rowAfterKey(key, row, 10, 5)).toBe(expected);
});
