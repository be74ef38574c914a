import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hatchPath } from './hatch.ts';

const box = { x: 10, y: 20, width: 12, height: 30 };
const points = (path: string) =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('the hatch of a column', () => {
  it('is none for one that can be trusted, or that has no height', () => {
    expect(hatchPath(box, 'ok')).toBe('');
    expect(hatchPath({ ...box, height: 0 }, 'suspect')).toBe('');
  });

  it('crosses for one that is client-bound', () => {
    const once = hatchPath(box, 'suspect');
    const twice = hatchPath(box, 'client-bound');
    expect(twice.startsWith(once)).toBe(true);
    expect(points(twice)).toHaveLength(2 * points(once).length);
  });

  it('stays within the column, with lines of 45 degrees', () => {
    const size = fc.double({ min: 0.5, max: 400, noNaN: true });
    fc.assert(
      fc.property(size, size, (width, height) => {
        const path = hatchPath({ x: 10, y: 20, width, height }, 'client-bound');
        for (const [x = 0, y = 0] of points(path)) {
          expect(x).toBeGreaterThanOrEqual(9.99);
          expect(x).toBeLessThanOrEqual(10.01 + width);
          expect(y).toBeGreaterThanOrEqual(19.99);
          expect(y).toBeLessThanOrEqual(20.01 + height);
        }
        const ends = points(path);
        for (let at = 0; at + 1 < ends.length; at += 2) {
          const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [ends[at], ends[at + 1]];
          expect(Math.abs(Math.abs(x2 - x1) - Math.abs(y2 - y1))).toBeLessThan(0.03);
        }
      }),
    );
  });
});
