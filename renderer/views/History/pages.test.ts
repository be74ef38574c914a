import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageSize, stretchOf } from './pages.ts';

it('the range of rows to query is whole pages', () => {
  expect(stretchOf(0, 40)).toEqual({ offset: 0, limit: 200 });
  expect(stretchOf(0, 0)).toEqual({ offset: 0, limit: 200 });
  expect(stretchOf(180, 230)).toEqual({ offset: 0, limit: 400 });
  expect(stretchOf(200, 240)).toEqual({ offset: 200, limit: 200 });
});

it('the range of rows to query contains all visible rows, up to two pages of them', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 2 * pageSize }), (start, count) => {
      const { offset, limit } = stretchOf(start, start + count);
      expect(offset).toBeLessThanOrEqual(start);
      expect(offset + limit).toBeGreaterThanOrEqual(start + count);
    }),
  );
});
