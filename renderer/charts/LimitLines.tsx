import { memo } from 'react';
import type { Scale } from '../data/ticks.ts';
import { linePath, mapRange, mapScale, type PlotBox } from './geometry.ts';
import { ink, tickSize } from './look.ts';

/** A threshold of what a chart shows over time. */
export interface TimeLimit {
  readonly label: string;
  /** At each time of the chart. */
  readonly values: readonly number[];
}

/** How many times as high as the data a threshold may be without leaving the chart. */
const tallest = 2.5;

const highest = ({ values }: TimeLimit) => values.reduce((max, value) => Math.max(max, value), 0);

/** The top of a chart with the thresholds that fit above its data without flattening it. */
export function limitsTop(top: number, limits: readonly TimeLimit[] = []): number {
  return limits
    .map(highest)
    .filter((value) => value <= tallest * top)
    .reduce((max, value) => Math.max(max, 1.05 * value), top);
}

interface LimitLinesProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  readonly domain: readonly [number, number];
  readonly times: readonly number[];
  readonly limits?: readonly TimeLimit[];
  readonly log?: boolean;
}

/** A dashed line for each threshold with its rule; one above the chart is named at its top. */
export const LimitLines = memo(function LimitLines(props: LimitLinesProps) {
  const { box, scale, domain, times, limits = [], log = false } = props;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const y = mapScale(scale, [box.top + box.height, box.top], log);
  return limits.map((limit, index) => {
    const last = limit.values.at(-1) ?? 0;
    const isAbove = highest(limit) > scale.max;
    const at = isAbove ? box.top + 1 : y(last);
    // A constant one is there before the first value, and after the last.
    const isConstant = limit.values.every((value) => value === last);
    const d = isConstant ? `M${box.left} ${at}h${box.width}` : linePath(times, limit.values, x, y);
    const baseline = at < box.top + 14 ? at + 11 + 12 * index : at - 3;
    return (
      <g key={limit.label} data-limit={limit.label}>
        {!isAbove && (
          <path d={d} fill="none" stroke={ink.bad} strokeWidth={1} strokeDasharray="6 3" />
        )}
        <text
          x={box.left + box.width - 4}
          y={baseline}
          textAnchor="end"
          fontSize={tickSize - 0.5}
          fill={ink.bad}
          stroke={ink.paper}
          strokeWidth={3}
          paintOrder="stroke"
        >
          {isAbove ? `↑ ${limit.label}` : limit.label}
        </text>
      </g>
    );
  });
});
