import { useMemo, useState } from 'react';

/** A range of an axis in its unit; the first is the smaller. */
export type AxisRange = readonly [from: number, to: number];

/** Zoom of a figure: the range shown, the whole, and how to change it. */
export interface Zoom {
  /** Name of the axis, such as `Time` or `Users`. */
  readonly axis: string;
  /** Unit after the numbers, such as `s`; may be empty. */
  readonly unit: string;
  readonly whole: AxisRange;
  /** Null shows the whole. */
  readonly range: AxisRange | null;
  /** Formats a position on the axis. */
  readonly format: (value: number) => string;
  readonly set: (range: AxisRange | null) => void;
}

/** A range that can be drawn: ordered, within the whole, and not empty; else null. */
export function validStretch(whole: AxisRange, from: number, to: number): AxisRange | null {
  const [low, high] = from <= to ? [from, to] : [to, from];
  const inside = [Math.max(whole[0], low), Math.min(whole[1], high)] as const;
  return inside[1] - inside[0] > (whole[1] - whole[0]) * 1e-4 ? inside : null;
}

interface ZoomOptions {
  readonly axis: string;
  readonly unit: string;
  readonly whole: AxisRange;
  readonly format: (value: number) => string;
}

/** The zoom of one figure, or of several that share an axis. */
export function useZoom({ axis, unit, whole, format }: ZoomOptions): Zoom {
  const [range, set] = useState<AxisRange | null>(null);
  const [low, high] = whole;
  return useMemo(
    () => ({ axis, unit, whole: [low, high], range, format, set }),
    [axis, unit, low, high, range, format],
  );
}
