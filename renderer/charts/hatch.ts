import type { Verdict } from '../../contracts/words.ts';
import type { ColumnPattern } from '../look/protocols.ts';

/** Reasons not to trust a value. */
export type Doubt = Exclude<Verdict, 'ok'>;

/** Lines or dots over the colour of a column, to distinguish it in grey prints and for every eye. */
export type Texture = Exclude<ColumnPattern, 'solid'> | 'rising' | 'falling';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between the lines of a hatch along an edge, and between stripes. */
const step = 6;
/** Pixels between lines of doubt, so that the column stays visible. */
const doubtStep = 10;
/** Minimum height of doubt: a column of a few pixels must also be visible through it. */
const doubtHeight = 9;
const stripeStep = 5;
/** Half the width of a dot, and the pixels between dots of a row; every other row is shifted by half. */
const dot = { half: 1.05, step: 6 } as const;

/** Stroke style of a texture: dots are round ends of zero-length dashes. */
export interface TextureStroke {
  readonly strokeWidth: number;
  readonly strokeLinecap?: 'round';
  readonly strokeDasharray?: string;
}

export function textureStroke(texture: Texture): TextureStroke {
  if (texture !== 'dots') return { strokeWidth: texture === 'stripes' ? 1.4 : 1.25 };
  return {
    strokeWidth: 2 * dot.half,
    strokeLinecap: 'round',
    strokeDasharray: `0.01 ${dot.step - 0.01}`,
  };
}

/**
 * The `d` of the strokes of a texture, clipped to a column. They are paths rather than SVG
 * patterns, because patterns become images of megabytes when a page is printed to PDF, and some
 * programs omit them.
 */
export function texturePath(box: Box, texture: Texture): string {
  if (box.width <= 0 || box.height <= 0) return '';
  switch (texture) {
    case 'stripes':
      return places(box.height, stripeStep)
        .map((y) => `M${short(box.x)} ${short(box.y + y)}h${short(box.width)}`)
        .join('');
    case 'upright':
      return places(box.width, step)
        .map((x) => `M${short(box.x + x)} ${short(box.y)}v${short(box.height)}`)
        .join('');
    case 'dots':
      return dotRows(box);
    case 'rising':
      return rising(box);
    case 'falling':
      return falling(box);
    case 'rings':
      return figures(
        box,
        1.7,
        (x, y) => `M${x - 1.7} ${y}a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0`,
      );
    case 'crosses':
      return figures(box, 1.6, (x, y) => `M${x - 1.6} ${y}h3.2M${x} ${y - 1.6}v3.2`);
    case 'waves':
      return waves(box);
  }
}

/** Area of the lines of doubt over a column: up to its top, or above it if it is low. */
export function doubtBox(box: Box): Box {
  const height = Math.max(box.height, doubtHeight);
  return { ...box, y: box.y + box.height - height, height };
}

/** The lines of doubt over a column: in one direction if suspect, in both if the client was the limit. */
export function doubtPath(box: Box, verdict: Doubt): string {
  const raised = doubtBox(box);
  const lines = rising(raised, doubtStep);
  return verdict === 'suspect' ? lines : lines + falling(raised, doubtStep);
}

/** Distances of strokes from the edge, the first half a step from it. */
function places(length: number, apart: number): number[] {
  const count = Math.ceil(length / apart - 0.5);
  return Array.from({ length: Math.max(0, count) }, (_, index) => (index + 0.5) * apart);
}

/** Small shapes in rows, every other row shifted by half; only whole ones are drawn. */
function figures(
  { x, y, width, height }: Box,
  half: number,
  draw: (x: number, y: number) => string,
): string {
  const apart = 2 * half + 2.8;
  const rows = Math.floor((height - 2 * half - 1) / apart) + 1;
  return Array.from({ length: Math.max(0, rows) }, (_, row) => {
    const from = half + 0.5 + (row % 2) * (apart / 2);
    const count = Math.floor((width - from - half - 0.5) / apart) + 1;
    const top = short(y + half + 0.5 + row * apart);
    const across = Array.from({ length: Math.max(0, count) }, (_, column) =>
      draw(short(x + from + column * apart), top),
    );
    return across.join('');
  }).join('');
}

/** Zigzag lines across, cut at the right edge. */
function waves({ x, y, width, height }: Box): string {
  const [run, rise] = [4, 2.4];
  return places(height - rise, step)
    .map((top) => {
      const points: string[] = [];
      for (let at = 0; at < width; at += run) points.push(zigzag(at));
      points.push(zigzag(width));
      return `M${points.join('L')}`;
      function zigzag(at: number): string {
        const turn = (at / run) % 2;
        const up = turn <= 1 ? turn : 2 - turn;
        return `${short(x + at)} ${short(y + top + rise * (1 - up))}`;
      }
    })
    .join('');
}

/** A line for each row, from its first dot to its last possible one. */
function dotRows({ x, y, width, height }: Box): string {
  const edge = dot.half + 0.95;
  const rows = Math.floor((height - edge - dot.half) / (dot.step / 2)) + 1;
  return Array.from({ length: Math.max(0, rows) }, (_, row) => {
    const from = edge + (row % 2) * (dot.step / 2);
    const length = width - dot.half - from;
    const top = y + edge + (row * dot.step) / 2;
    return length > 0 ? `M${short(x + from)} ${short(top)}h${short(length)}` : '';
  }).join('');
}

function rising(box: Box, apart = step): string {
  return diagonals(box, apart)
    .map(([from, to]) => line(from, to))
    .join('');
}

function falling(box: Box, apart = step): string {
  return diagonals(box, apart)
    .map(([from, to]) => line(mirror(from, box), mirror(to, box)))
    .join('');
}

type Point = readonly [x: number, y: number];

/** Lines from lower left to upper right, clipped to the box. */
function diagonals({ x, y, width, height }: Box, apart: number): (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = [];
  for (let sum = apart; sum < width + height; sum += apart) {
    // On each line, the distances from the left and the top edge add up to `sum`.
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
