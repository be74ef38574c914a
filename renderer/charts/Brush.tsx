import { type PointerEvent, useRef, useState } from 'react';
import type { PlotBox } from './geometry.ts';
import type { AxisRange } from './zoom.ts';

interface BrushProps {
  readonly box: PlotBox;
  /** Converts pixels of the chart to positions on the axis. */
  readonly invert: (pixel: number) => number;
  readonly onZoom: (stretch: AxisRange) => void;
}

/** Minimum distance of a drag, in pixels. */
const threshold = 5;

/** Zooms the axis to the range that is dragged over. */
export function Brush({ box, invert, onZoom }: BrushProps) {
  const start = useRef<number | null>(null);
  const [dragged, setDragged] = useState<AxisRange | null>(null);
  const place = (event: PointerEvent<SVGRectElement>) => {
    const svg = event.currentTarget.ownerSVGElement;
    const offset = event.clientX - (svg?.getBoundingClientRect().left ?? 0);
    return Math.min(box.left + box.width, Math.max(box.left, offset));
  };
  const down = (event: PointerEvent<SVGRectElement>) => {
    if (event.button !== 0) return;
    start.current = place(event);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<SVGRectElement>) => {
    if (start.current === null) return;
    const now = place(event);
    if (dragged !== null || Math.abs(now - start.current) > threshold) {
      setDragged([Math.min(start.current, now), Math.max(start.current, now)]);
    }
  };
  const up = (event: PointerEvent<SVGRectElement>) => {
    start.current = null;
    if (dragged === null) return;
    // A drag is not a click on the element at its end.
    event.stopPropagation();
    setDragged(null);
    onZoom([invert(dragged[0]), invert(dragged[1])]);
  };
  const cancel = () => {
    start.current = null;
    setDragged(null);
  };
  return (
    <g>
      <rect
        x={box.left}
        y={box.top}
        width={box.width}
        height={box.height}
        fill="transparent"
        cursor="crosshair"
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
      />
      {dragged && (
        <rect
          x={dragged[0]}
          y={box.top}
          width={dragged[1] - dragged[0]}
          height={box.height}
          fill="var(--wb-accent)"
          fillOpacity={0.16}
          stroke="var(--wb-accent)"
          pointerEvents="none"
        />
      )}
    </g>
  );
}
