import { sparkline } from '../../../data/serviceFeed.ts';

interface SparklineProps {
  readonly values: readonly number[];
  readonly color: string;
  readonly width?: number;
  readonly height?: number;
}

/** Seconds that the whole width stands for. */
export const sparkSeconds = 60;

/** The course of a figure over the last minute; the figure itself stands beside it. */
export function Sparkline({ values, color, width = 72, height = 18 }: SparklineProps) {
  const box = { width: width - 2, height: height - 3, span: sparkSeconds };
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <line
        x1={0}
        x2={width}
        y1={height - 0.5}
        y2={height - 0.5}
        stroke="var(--wb-grid)"
        shapeRendering="crispEdges"
      />
      <polyline
        transform="translate(1 1.5)"
        points={sparkline(values, box)}
        fill="none"
        stroke={color}
        strokeWidth={1.4}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
