import { memo } from 'react';
import type { EnergyRow } from '../../contracts/statistics.ts';
import { linearTicks, zeroScale } from '../data/ticks.ts';
import { AcrossAxis, scaleTexts, ValueAxis } from './Axes.tsx';
import { mapRange, mapScale } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface BootstrapChartProps {
  readonly row: EnergyRow;
  /** What the difference is and its unit, under the axis. */
  readonly title: string;
  readonly color: string;
  readonly width: number;
  readonly height: number;
}

const margin = { left: 54, right: 24, top: 40, bottom: 38 };

/** Resampled differences as bars; bars at or above 0, which make p, are hollow. */
export const BootstrapChart = memo(function BootstrapChart(props: BootstrapChartProps) {
  const { row, title, color, width, height } = props;
  const box = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  if (box.width < 40 || box.height < 20) return null;
  const { low, high } = ends(row);
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
      <Line at={x(0)} top={box.top - 4} bottom={bottom} text="0" rise={4} dashed={false} />
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

/** The range of the axis: all bars, and 0. */
function ends({ bars, difference }: EnergyRow): { low: number; high: number } {
  const low = Math.min(0, ...bars.map(({ from }) => from));
  const high = Math.max(0, ...bars.map(({ to }) => to));
  const room = (high - low || Math.abs(difference) || 1) * 0.04;
  return { low: low - room, high: high + room };
}

interface LineProps {
  readonly at: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
  /** Of the text over the line, in pixels, so that two lines close together can be read. */
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
