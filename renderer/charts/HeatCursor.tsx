import { type ReactNode, useSyncExternalStore } from 'react';
import type { TimeCursor } from './cursor.ts';
import { mapRange, type PlotBox } from './geometry.ts';
import { ink } from './look.ts';

interface HeatCursorProps {
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
  readonly cursor: TimeCursor;
  /** What is said of the moment pointed at. */
  readonly children: (at: number) => ReactNode;
}

/** The shared line of the moment pointed at; apart from the cells, so that moving redraws nothing else. */
export function HeatCursor({ box, domain, cursor, children }: HeatCursorProps) {
  const at = useSyncExternalStore(cursor.subscribe, cursor.get);
  if (at === null || at < domain[0] || at > domain[1]) return null;
  const x = mapRange(domain, [box.left, box.left + box.width])(at);
  return (
    <>
      <line
        x1={x}
        x2={x}
        y1={box.top}
        y2={box.top + box.height}
        stroke={ink.text}
        strokeWidth={1}
      />
      {children(at)}
    </>
  );
}
