import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnLayout } from './columnLayout.ts';

const box = { left: 48, width: 300 };

it('positions of columns are in the middle of their groups', () => {
  const [first, second] = columnLayout(box, 2, 3);
  expect(first?.band).toEqual({ x: 48, width: 150 });
  const columns = second?.columns ?? [];
  expect(columns).toHaveLength(3);
  const middle = (columns[1]?.x ?? 0) + (columns[1]?.width ?? 0) / 2;
  expect(middle).toBeCloseTo(48 + 150 + 75, 9);
});

it('positions of columns never overlap or leave the plot, however many there are', () => {
  const sizes = fc.tuple(
    fc.integer({ min: 60, max: 3000 }),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: 8 }),
  );
  fc.assert(
    fc.property(sizes, ([width, groups, series]) => {
      const slots = columnLayout({ left: 0, width }, groups, series).flatMap((one) => one.columns);
      for (const [index, slot] of slots.entries()) {
        expect(slot.width).toBeGreaterThan(0);
        const before = slots[index - 1];
        if (before && width / groups / series > 4) {
          expect(slot.x).toBeGreaterThanOrEqual(before.x + before.width);
        }
      }
      if (width / groups / series > 4) {
        expect(slots[0]?.x).toBeGreaterThanOrEqual(0);
        expect((slots.at(-1)?.x ?? 0) + (slots.at(-1)?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }),
  );
});
