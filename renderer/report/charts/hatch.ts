import type { Verdict } from '../../../contracts/words.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Units between the lines of a hatch, along an edge. */
const step = 6;

/**
 * The `d` of the hatch of a column that cannot be trusted: lines for suspect ones, crossing lines for
 * client-bound ones. They are cut at the edges here, because patterns become pictures of megabytes
 * when a page is printed to PDF.
 */
export function hatchPath(box: Box, verdict: Verdict): string {
  if (verdict === 'ok' || box.width <= 0 || box.height <= 0) return '';
  const rising = diagonals(box).map(([from, to]) => line(from, to));
  if (verdict === 'suspect') return rising.join('');
  const falling = diagonals(box).map(([from, to]) => line(mirror(from, box), mirror(to, box)));
  return [...rising, ...falling].join('');
}

type Point = readonly [x: number, y: number];

/** Lines from lower left to upper right, each from where it enters the box to where it leaves it. */
function diagonals({ x, y, width, height }: Box): (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = [];
  for (let sum = step; sum < width + height; sum += step) {
    // On one line the ways from the left and from the top edge add up to `sum`.
    const from: Point = sum <= height ? [x, y + sum] : [x + sum - height, y + height];
    const to: Point = sum <= width ? [x + sum, y] : [x + width, y + sum - width];
    lines.push([from, to]);
  }
  return lines;
}

function mirror([px, py]: Point, { x, width }: Box): Point {
  return [2 * x + width - px, py];
}

function line([x1, y1]: Point, [x2, y2]: Point): string {
  return `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`;
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
