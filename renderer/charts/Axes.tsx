import { memo } from 'react';
import type { Scale } from '../data/ticks.ts';
import { clock, tickTexts } from '../data/units.ts';
import type { PlotBox } from './geometry.ts';
import { mapRange } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface ValueAxisProps {
  readonly box: PlotBox;
  readonly scale: Scale;
}

/** Hairlines across the plot with their values at the left; the line at zero is stronger. */
export const ValueAxis = memo(function ValueAxis({ box, scale }: ValueAxisProps) {
  const y = mapRange([scale.min, scale.max], [box.top + box.height, box.top]);
  const texts = tickTexts(scale.ticks);
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {scale.ticks.map((tick, index) => {
        const at = Math.round(y(tick)) + 0.5;
        return (
          <g key={tick}>
            <line
              x1={box.left}
              x2={box.left + box.width}
              y1={at}
              y2={at}
              stroke={index === 0 ? ink.axis : ink.grid}
              strokeWidth={1}
            />
            <text x={box.left - 8} y={at + 3.5} textAnchor="end">
              {texts[index]}
            </text>
          </g>
        );
      })}
    </g>
  );
});

interface TimeAxisProps {
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
  /** Seconds at which ticks stand; all within the domain. */
  readonly ticks: readonly number[];
  /** Whether to write the times; else only the short strokes are drawn. */
  readonly labels: boolean;
}

/** Strokes under the plot at round times. */
export function TimeAxis({ box, domain, ticks, labels }: TimeAxisProps) {
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const bottom = box.top + box.height + 0.5;
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {ticks.map((tick) => {
        const at = Math.round(x(tick)) + 0.5;
        return (
          <g key={tick}>
            <line x1={at} x2={at} y1={bottom} y2={bottom + 4} stroke={ink.axis} strokeWidth={1} />
            {labels && (
              <text x={at} y={bottom + 15}>
                {clock(tick)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600];

/** Round times (whole seconds, minutes or hours) within a domain, at most `count` of them. */
export function timeTicks(domain: readonly [number, number], count: number): number[] {
  const span = domain[1] - domain[0];
  const step = timeSteps.find((candidate) => span / candidate <= count) ?? 86_400;
  const first = Math.ceil(domain[0] / step - 1e-9);
  const last = Math.floor(domain[1] / step + 1e-9);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => (first + index) * step,
  );
}
