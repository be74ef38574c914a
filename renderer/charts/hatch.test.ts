import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtPath, texturePath, textureStroke } from './hatch.ts';

const textures = [
  ...(['stripes', 'dots', 'rising', 'falling'] as const),
  ...(['upright', 'rings', 'crosses', 'waves'] as const),
];
const box = { x: 10, y: 20, width: 12, height: 30 };

/** The ends of all strokes, two for each. */
const points = (path: string) =>
  [
    ...path.matchAll(
      /M(-?[\d.]+) (-?[\d.]+)(?:L(-?[\d.]+) (-?[\d.]+)|h([\d.]+)|v([\d.]+)|a[\d.]+ [\d.]+ 0 1 0 ([\d.]+))/g,
    ),
  ].flatMap(([, x1, y1, x2, y2, across, down, round]) => {
    const [x, y] = [Number(x1), Number(y1)];
    if (x2 !== undefined)
      return [
        [x, y],
        [Number(x2), Number(y2)],
      ] as const;
    return [
      [x, y],
      [x + Number(across ?? round ?? 0), y + Number(down ?? 0)],
    ] as const;
  });

describe('the texture of a column', () => {
  it.each(textures)('has strokes: %s; none without height', (texture) => {
    expect(points(texturePath(box, texture)).length).toBeGreaterThanOrEqual(4);
    expect(texturePath({ ...box, height: 0 }, texture)).toBe('');
  });

  it('has lines of doubt in one direction, and in both if client-bound; shows doubt even about a column of two pixels, above its foot', () => {
    const once = doubtPath(box, 'suspect');
    const twice = doubtPath(box, 'client-bound');
    expect(twice.startsWith(once)).toBe(true);
    expect(points(twice)).toHaveLength(2 * points(once).length);
    const low = points(doubtPath({ x: 10, y: 48, width: 30, height: 2 }, 'suspect'));
    expect(low.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...low.map(([, y = 0]) => y))).toBeLessThanOrEqual(50);
  });

  it('draws dots as dashes with round ends, two rows to a tile', () => {
    expect(textureStroke('dots')).toMatchObject({ strokeLinecap: 'round' });
    expect(texturePath({ x: 0, y: 0, width: 11, height: 11 }, 'dots')).toBe(
      'M2 2h7.95M5 5h4.95M2 8h7.95',
    );
  });

  it('stays within the column, whatever its size', () => {
    const size = fc.double({ min: 0.5, max: 400, noNaN: true });
    fc.assert(
      fc.property(size, size, fc.constantFrom(...textures), (width, height, texture) => {
        const path = texturePath({ x: 10, y: 20, width, height }, texture);
        for (const [x = 0, y = 0] of points(path)) {
          expect(x).toBeGreaterThanOrEqual(9.99);
          expect(x).toBeLessThanOrEqual(10.01 + width);
          expect(y).toBeGreaterThanOrEqual(19.99);
          expect(y).toBeLessThanOrEqual(20.01 + height);
        }
      }),
    );
  });

  it('hatches at 45 degrees', () => {
    const ends = points(doubtPath(box, 'client-bound'));
    for (let at = 0; at + 1 < ends.length; at += 2) {
      const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [ends[at], ends[at + 1]];
      expect(Math.abs(Math.abs(x2 - x1) - Math.abs(y2 - y1))).toBeLessThan(0.03);
    }
  });
});
