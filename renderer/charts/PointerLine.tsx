import { type Cursor, type Pointed, useCursor } from './cursor.ts';
import type { PlotBox } from './geometry.ts';
import { ink } from './look.ts';

interface PointerLineProps<T> {
  readonly pointer: Cursor<Pointed<T>>;
  readonly box: PlotBox;
  /** The x pointed at, in pixels of the chart. */
  readonly x: (at: T) => number;
}

/** A line through the plot at the pointer; drawn separately from the curves. */
export function PointerLine<T>({ pointer, box, x }: PointerLineProps<T>) {
  const pointed = useCursor(pointer);
  if (!pointed) return null;
  const at = x(pointed.at);
  return <path d={`M${at} ${box.top}V${box.top + box.height}`} stroke={ink.text} strokeWidth={1} />;
}
