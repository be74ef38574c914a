import { memo } from 'react';
import type { VariancePart } from '../../metrics/two-way.ts';
import { type DrawnPart, type DrawnSplit, drawnParts } from '../data/twoWay.ts';
import { BottomAxis } from './BottomAxis.tsx';
import type { DrawArea } from './figure.ts';
import { mapRange, plotWithin } from './geometry.ts';
import { type Fill, ink } from './look.ts';
import { fillOpacity } from './Swatch.tsx';

interface VarianceChartProps extends DrawArea {
  readonly drawn: DrawnSplit;
}

const margin = { left: 150, right: 150, top: 4, bottom: 36 };
/** In a print column, with less room for names and values. */
const narrow = { left: 92, right: 116 };
const roomy = 480;
const bar = { stack: 22, part: 12, step: 30 };
const scale = { min: 0, max: 100, ticks: [0, 25, 50, 75, 100] };

/** Height of the chart in pixels, by its number of parts. */
export function varianceChartHeight(parts: number): number {
  return margin.top + margin.bottom + (parts + 1) * bar.step + 6;
}

/** Neighbours differ most, so that they are distinct in a grey print. */
const fills: Readonly<Record<VariancePart, Fill>> = {
  a: 'solid',
  b: 'tint',
  interaction: 'half',
  noise: 'outline',
};

/** The parts of a variance in one bar, and below it each with its interval. */
export const VarianceChart = memo(function VarianceChart({
  drawn,
  width,
  height,
}: VarianceChartProps) {
  const parts = drawnParts(drawn);
  const sides = width < roomy ? narrow : margin;
  const box = plotWithin(
    { width: Math.max(width, sides.left + 40 + sides.right), height },
    { ...margin, ...sides },
  );
  const x = mapRange([0, 1], [box.left, box.left + box.width]);
  const middle = (row: number) => margin.top + (row + 0.5) * bar.step;
  let before = 0;
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <BottomAxis box={box} scale={scale} label="share of the variance of logarithms, %" />
      <Name text="All" y={middle(0)} />
      {parts.map(({ part, share }) => {
        const from = before;
        before += share;
        return (
          <Bar
            key={part}
            part={part}
            left={x(from)}
            right={x(before)}
            middle={middle(0)}
            tall={bar.stack}
          />
        );
      })}
      {parts.map((one, row) => (
        <Row
          key={one.part}
          one={one}
          x={x}
          middle={middle(row + 1) + 6}
          right={box.left + box.width}
        />
      ))}
    </svg>
  );
});

interface RowProps {
  readonly one: DrawnPart;
  readonly x: (share: number) => number;
  readonly middle: number;
  readonly right: number;
}

function Row({ one: { part, label, share, low, high, text, range }, x, middle, right }: RowProps) {
  const whisker = `M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 4}v8M${x(high)} ${middle - 4}v8`;
  return (
    <>
      <Bar part={part} left={6} right={18} middle={middle} tall={12} />
      <Name text={label} y={middle} />
      <Bar part={part} left={x(0)} right={x(share)} middle={middle} tall={bar.part} />
      <path d={whisker} stroke={ink.paper} strokeWidth={3.5} fill="none" />
      <path d={whisker} stroke={ink.title} strokeWidth={1.25} fill="none" />
      <text x={right + 10} y={middle + 4} fontSize={11} fill={ink.title}>
        <tspan fontWeight={560}>{text}</tspan>
        <tspan dx={5} fill={ink.tick}>
          {range === text ? '' : range}
        </tspan>
      </text>
    </>
  );
}

function Name({ text, y }: { readonly text: string; readonly y: number }) {
  return (
    <text x={24} y={y + 4} fontSize={11} fontWeight={560} fill={ink.title}>
      {text}
    </text>
  );
}

interface BarProps {
  readonly part: VariancePart;
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly tall: number;
}

function Bar({ part, left, right, middle, tall }: BarProps) {
  const box = {
    x: left,
    y: middle - tall / 2,
    width: Math.max(0, right - left),
    height: tall,
  };
  return (
    <>
      <rect {...box} fill={ink.paper} />
      <rect {...box} fill={ink.text} fillOpacity={fillOpacity[fills[part]]} stroke={ink.text} />
    </>
  );
}
