import { expect, it } from 'vitest';
import { likePrinted } from './print.ts';

it.each([
  [0.5, '0.909', '0.500'],
  [0.00213, '0.909', '0.00213'],
  [1234.5678, '4683.93', '1234.57'],
  [8123.4, '8,905.1', '8,123.4'],
  [210.4, '210', '210'],
  [4, '128', '4'],
  [4.5, '128', '4.50'],
  [-40, '−35 %', '−40 %'],
  [612.3, 'increase of 618 %', '612 %'],
  [17.04, '19.5 times', '17.0 times'],
  [0, '0.00', '0.00'],
])('writes %d beside %s as %s', (value, printed, text) => {
  expect(likePrinted(value, printed)).toBe(text);
});
