import type { Scale } from '../data/ticks.ts';

/** The rectangle that data is drawn in, in pixels of the chart. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels around a plot, for axes and labels. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The plot of a chart, without margins. */
export function plotWithin(
  { width, height }: { readonly width: number; readonly height: number },
  { left, right, top, bottom }: Margin,
): PlotBox {
  return { left, top, width: width - left - right, height: height - top - bottom };
}

/** Whether there is room to draw anything. */
export function hasRoom({ width, height }: PlotBox): boolean {
  return width >= 40 && height >= 20;
}

/** A linear mapping of one range onto another; an empty range maps to the middle. */
export function mapRange(
  from: readonly [number, number],
  to: readonly [number, number],
): (value: number) => number {
  const span = from[1] - from[0];
  if (span === 0) return () => (to[0] + to[1]) / 2;
  const slope = (to[1] - to[0]) / span;
  return (value) => to[0] + (value - from[0]) * slope;
}

/** Maps values of a scale to pixels; on a logarithmic one, values below its lower end are clamped. */
export function mapScale(
  { min, max }: Pick<Scale, 'min' | 'max'>,
  to: readonly [number, number],
  log = false,
): (value: number) => number {
  if (!log) return mapRange([min, max], to);
  const place = mapRange([Math.log10(min), Math.log10(max)], to);
  return (value) => place(Math.log10(Math.max(value, min)));
}

/** Maps pixels back to values: the inverse of {@link mapScale}. */
export function unmapScale(
  { min, max }: Pick<Scale, 'min' | 'max'>,
  from: readonly [number, number],
  log = false,
): (pixel: number) => number {
  if (!log) return mapRange(from, [min, max]);
  const place = mapRange(from, [Math.log10(min), Math.log10(max)]);
  return (pixel) => 10 ** place(pixel);
}

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * The `d` of a line; null values break it. A value alone between two breaks becomes a short dash,
 * so that it does not vanish. Points between two of the same height are omitted, which does not change the line.
 */
export function linePath(
  xs: readonly number[],
  ys: readonly (number | null)[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let level = Number.NaN;
  for (let index = 0; index < xs.length; index++) {
    const value = ys[index];
    if (value === null || value === undefined) {
      level = Number.NaN;
      continue;
    }
    const py = round(y(value));
    if (py === level && isAtHeight(ys[index + 1], y, py)) continue;
    const px = round(x(xs[index] ?? 0));
    path += Number.isNaN(level) ? `M${px} ${py}h.5` : `L${px} ${py}`;
    level = py;
  }
  return path;
}

function isAtHeight(
  value: number | null | undefined,
  y: (value: number) => number,
  height: number,
): boolean {
  return value !== null && value !== undefined && round(y(value)) === height;
}

/** The `d` of the area between a line and a base line (a y in pixels), piece by piece. */
export function areaPath(
  xs: readonly number[],
  ys: readonly (number | null)[],
  x: (value: number) => number,
  y: (value: number) => number,
  base: number,
): string {
  let path = '';
  let [end, level] = [Number.NaN, Number.NaN];
  const close = () => {
    if (!Number.isNaN(end)) path += `L${end} ${base}Z`;
    [end, level] = [Number.NaN, Number.NaN];
  };
  for (let index = 0; index < xs.length; index++) {
    const value = ys[index];
    if (value === null || value === undefined) {
      close();
      continue;
    }
    const py = round(y(value));
    if (py === level && isAtHeight(ys[index + 1], y, py)) continue;
    const px = round(x(xs[index] ?? 0));
    path += Number.isNaN(end) ? `M${px} ${base}L${px} ${py}` : `L${px} ${py}`;
    [end, level] = [px, py];
  }
  close();
  return path;
}

/**
 * Moves labels apart so that neighbours are at least `gap` pixels away and all stay between
 * `low` and `high`; order is kept. If there is no room, they overlap evenly.
 */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  const room = order.length > 1 ? Math.min(gap, (high - low) / (order.length - 1)) : gap;
  let floor = low;
  for (const label of order) {
    label.y = Math.max(floor, label.y);
    floor = label.y + room;
  }
  let ceiling = high;
  for (const label of [...order].reverse()) {
    label.y = Math.min(ceiling, label.y);
    ceiling = label.y - room;
  }
  const placed = [...wanted];
  for (const label of order) placed[label.index] = label.y;
  return placed;
}
