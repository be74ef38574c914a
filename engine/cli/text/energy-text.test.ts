import { expect, it } from 'vitest';
import { formatJoules } from './energy-text.ts';

it.each([
  [0, '0 J'],
  [12.34, '12.3 J'],
  [1, '1.00 J'],
  [0.012_34, '12.3 mJ'],
  [0.000_5, '500 µJ'],
  [0.000_000_02, '0.020 µJ'],
  [-0.25, '−250 mJ'],
])('writes %d joules as %s', (joules, text) => {
  expect(formatJoules(joules)).toBe(text);
});
