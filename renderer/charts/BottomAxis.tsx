import { memo } from 'react';
import { tickTexts } from '../../metrics/units.ts';
import type { Scale } from '../data/ticks.ts';
import type { PlotBox } from './geometry.ts';
import { mapRange } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface BottomAxisProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  /** Name of the values, with their unit. */
  readonly label: string;
}

/** Vertical hairlines through horizontal bars, with values below; the line at zero is stronger. */
export const BottomAxis = memo(function BottomAxis({ box, scale, label }: BottomAxisProps) {
  const { left, top, width, height } = box;
  const x = mapRange([scale.min, scale.max], [left, left + width]);
  const texts = tickTexts(scale.ticks);
  const bottom = top + height;
  const lines = scale.ticks.map((tick) => Math.round(x(tick)) + 0.5);
  return (
    <>
      {lines.map((at, index) => (
        <line
          key={at}
          x1={at}
          x2={at}
          y1={top}
          y2={bottom}
          strokeWidth={1}
          stroke={index > 0 ? ink.grid : ink.axis}
        />
      ))}
      <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
        {lines.map((at, index) => (
          <text key={at} x={at} y={bottom + 14}>
            {texts[index]}
          </text>
        ))}
        <text x={left + width / 2} y={bottom + 30}>
          {label}
        </text>
      </g>
    </>
  );
});
