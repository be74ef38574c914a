import { memo } from 'react';
import type { EnergyRow } from '../../contracts/statistics.ts';
import { linearTicks, zeroScale } from '../data/ticks.ts';
import { AcrossAxis, scaleTexts, ValueAxis } from './Axes.tsx';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapRange, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface BootstrapChartProps extends DrawArea {
  readonly row: EnergyRow;
  /** Name and unit of the difference, under the axis. */
  readonly title: string;
  readonly color: string;
}

const margin = { left: 54, right: 24, top: 40, bottom: 38 };

/** Resampled differences as bars; bars at or above 0, whose share is p, are hollow. */
export const BootstrapChart = memo(function BootstrapChart(props: BootstrapChartProps) {
  const { row, title, color, width, height } = props;
  const box = plotWithin(props, margin);
  if (!hasRoom(box)) return null;
  const { low, high, zero } = ends(row);
  const x = mapRange([low, high], [box.left, box.left + box.width]);
  const counts = zeroScale(Math.max(...row.bars.map(({ count }) => count)), 4, 1);
  const y = mapScale(counts, [box.top + box.height, box.top]);
  const ticks = linearTicks(low, high, 7);
  const texts = scaleTexts({ min: low, max: high, ticks }, false);
  const bottom = box.top + box.height;
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <rect
        x={x(row.interval.low)}
        y={box.top}
        width={Math.max(1, x(row.interval.high) - x(row.interval.low))}
        height={box.height}
        fill={ink.shade}
      />
      <ValueAxis box={box} scale={counts} title="resamples" />
      <AcrossAxis
        box={box}
        ticks={ticks.map((tick, index) => ({ x: x(tick), text: texts[index] ?? '' }))}
        title={title}
      />
      {row.bars.map(({ from, to, count }) => {
        const hollow = (from + to) / 2 >= 0;
        return (
          <rect
            key={from}
            x={x(from) + 0.5}
            y={y(count)}
            width={Math.max(1, x(to) - x(from) - 1)}
            height={Math.max(0, bottom - y(count))}
            fill={hollow ? ink.paper : color}
            stroke={color}
            strokeWidth={hollow ? 1 : 0}
          />
        );
      })}
      {zero ? (
        <Line at={x(0)} top={box.top - 4} bottom={bottom} text="0" rise={4} dashed={false} />
      ) : (
        <FarZero right={row.difference < 0} box={box} />
      )}
      <Line
        at={x(row.difference)}
        top={box.top - 4}
        bottom={bottom}
        text="observed"
        rise={17}
        dashed
      />
    </svg>
  );
});

/** 0 is shown unless it is this many times the width of the bars away. */
const farAway = 2;

/** The range of the axis: all bars, and 0 if it is near. */
function ends({ bars, difference }: EnergyRow): { low: number; high: number; zero: boolean } {
  const [from, to] = [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 0];
  const span = to - from || Math.abs(difference) || 1;
  const zero = from <= farAway * span && to >= -farAway * span;
  const [low, high] = zero ? [Math.min(0, from), Math.max(0, to)] : [from, to];
  const room = (high - low || span) * 0.04;
  return { low: low - room, high: high + room, zero };
}

interface LineProps {
  readonly at: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
  /** Offset of the text over the line, in pixels, so that two close lines stay readable. */
  readonly rise: number;
  readonly dashed: boolean;
}

function Line({ at, top, bottom, text, rise, dashed }: LineProps) {
  return (
    <g>
      <path
        d={`M${Math.round(at) + 0.5} ${top}V${bottom}`}
        stroke={ink.text}
        strokeWidth={1.5}
        strokeDasharray={dashed ? '4 3' : undefined}
      />
      <text x={at} y={top - rise} fontSize={tickSize} fill={ink.tick} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** Direction of 0, if it is beyond the axis. */
function FarZero({ right, box }: { right: boolean; box: PlotBox }) {
  return (
    <text
      x={right ? box.left + box.width : box.left}
      y={box.top + 12}
      fontSize={tickSize}
      fill={ink.text}
      textAnchor={right ? 'end' : 'start'}
    >
      {right ? '0 is far to the right →' : '← 0 is far to the left'}
    </text>
  );
}
