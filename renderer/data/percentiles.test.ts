import { describe, expect, it } from 'vitest';
import {
  curveAt,
  curveAxis,
  curveRows,
  drawnPercentiles,
  sharePosition,
  shareScale,
  shareTickText,
} from './percentiles.ts';

const points = [
  { share: 0, ms: 1 },
  { share: 0.5, ms: 2 },
  { share: 0.99, ms: 10 },
  { share: 1, ms: 80 },
];

describe('percentileCurve', () => {
  it('gives each nine the same room and places the maximum by the number of requests', () => {
    const xs = drawnPercentiles(points, 10_000).map(({ x }) => Number(x.toFixed(3)));
    expect(xs).toEqual([0, 0.301, 2, 4]);
  });

  it('places the maximum at the last share when the number is unknown, and thins long curves and keeps their ends', () => {
    expect(drawnPercentiles(points, 0).at(-1)?.x).toBeCloseTo(2, 9);
    const many = Array.from({ length: 5000 }, (_, index) => ({ share: index / 5000, ms: index }));
    const curve = drawnPercentiles(many, 5000);
    expect(curve.length).toBe(300);
    expect(curve.at(-1)?.ms).toBe(4999);
  });
});

it('writes shares with the digits that they need, and reads a latency at a share, and none beyond the end', () => {
  const scale = shareScale(sharePosition(0.9995));
  expect(scale.max).toBe(4);
  expect(scale.ticks.map(shareTickText)).toEqual(['0', '50', '90', '99', '99.9', '99.99']);
  const curve = drawnPercentiles(points, 1000);
  expect(curveAt(curve, sharePosition(0.5))).toBe(2);
  expect(curveAt(curve, sharePosition(0.9))).toBe(10);
  expect(curveAt(curve, 3.5)).toBeNull();
});

it('samples curves at common places', () => {
  const rows = curveRows([drawnPercentiles(points, 1000), drawnPercentiles(points, 100)], 3, 10);
  expect(rows[0]).toEqual({ x: 0, c0: 1, c1: 1 });
  expect(rows.at(-1)).toEqual({ x: 3, c0: 80, c1: null });
});

it('has an axis for curves of microseconds', () => {
  const curve = drawnPercentiles(
    [
      { share: 0.5, ms: 0.2 },
      { share: 1, ms: 0.7 },
    ],
    100,
  );
  const { unit, scale } = curveAxis([curve], true);
  expect(unit.unit).toBe('µs');
  expect([scale.min, scale.max]).toEqual([200, 1000]);
});
