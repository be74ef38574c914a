import { useSyncExternalStore } from 'react';
import type { PlotBox } from './geometry.ts';
import { ink } from './look.ts';
import type { PointerStore } from './pointer.ts';

interface PointerLineProps<T> {
  readonly pointer: PointerStore<T>;
  readonly box: PlotBox;
  /** The x of what is pointed at, in pixels of the chart. */
  readonly x: (at: T) => number;
}

/** A line through the plot at what is pointed at; drawn apart from the curves. */
export function PointerLine<T>({ pointer, box, x }: PointerLineProps<T>) {
  const pointed = useSyncExternalStore(pointer.subscribe, pointer.get, pointer.get);
  if (!pointed) return null;
  const at = x(pointed.at);
  return <path d={`M${at} ${box.top}V${box.top + box.height}`} stroke={ink.text} strokeWidth={1} />;
}
