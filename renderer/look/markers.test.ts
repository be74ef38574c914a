import { expect, it } from 'vitest';
import { markerPath } from './markers.ts';

it('draws every marker around its middle', () => {
  expect(markerPath('square', 10, 10, 10)).toBe('M1 1h18v18h-18Z');
  expect(markerPath('circle', 10, 10, 4)).toContain('M6 10');
  expect(markerPath('triangle', 10, 10, 10)).toContain('M10 -1');
});
