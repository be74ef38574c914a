import { memo, type PointerEvent, useId, useMemo } from 'react';
import {
  type CurveRow,
  curveAxis,
  curveRows,
  shareScale,
  shareTickText,
} from '../data/percentiles.ts';
import type { Scale } from '../data/ticks.ts';
import { nearestIndex } from '../data/trialSeries.ts';
import { AcrossAxis, ValueAxis } from './Axes.tsx';
import { ChartTip } from './ChartTip.tsx';
import { CurveTip } from './CurveTip.tsx';
import type { Curve } from './curve.ts';
import { linePath, mapRange, mapScale, markerPath, type PlotBox } from './geometry.ts';
import { ink, type LegendItem } from './look.ts';
import { PointerLine } from './PointerLine.tsx';
import { createPointer, type PointerStore } from './pointer.ts';

export interface PercentileChartProps {
  readonly curves: readonly Curve[];
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** A logarithmic axis of latency. */
  readonly log: boolean;
}

const margin = { top: 24, right: 22, bottom: 38, left: 50 };

/** Latency by share of requests; every further nine takes the same room along the axis. */
export const PercentileChart = memo(function PercentileChart(props: PercentileChartProps) {
  const { curves, width, height, log } = props;
  const clip = useId();
  const pointer = useMemo(() => createPointer<CurveRow>(), []);
  const end = Math.max(...curves.map(({ points }) => points.at(-1)?.x ?? 0), 2);
  const across = shareScale(end);
  const rows = useMemo(
    () =>
      curveRows(
        curves.map(({ points }) => points),
        shareScale(end).max,
      ),
    [curves, end],
  );
  const shown = curves
    .map(({ look, points }, index) => ({ look, points, name: `c${index}` }))
    .filter(({ look }) => !props.hidden.has(look.key));
  const { unit, scale } = curveAxis(
    shown.map(({ points }) => points),
    log,
  );
  const box: PlotBox = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  if (box.width < 40 || box.height < 20) return null;
  const x = mapRange([across.min, across.max], [box.left, box.left + box.width]);
  const yOf = mapScale(scale, [box.top + box.height, box.top], log);
  const y = (ms: number) => yOf(ms * unit.factor);
  return (
    <>
      <svg
        width={width}
        height={height}
        aria-hidden
        focusable="false"
        {...pointing(rows, across, box, pointer)}
      >
        <clipPath id={clip}>
          <rect x={box.left} y={box.top - 6} width={box.width + 6} height={box.height + 8} />
        </clipPath>
        <ValueAxis box={box} scale={scale} log={log} title={`latency, ${unit.unit}`} />
        <AcrossAxis
          box={box}
          ticks={shareTicks(across, x)}
          title="share of requests that took at most this long"
          grid
        />
        <PointerLine pointer={pointer} box={box} x={(row) => x(row.x)} />
        <g clipPath={`url(#${clip})`}>
          {shown.map(({ look, name }) => (
            <CurveLine
              key={look.key}
              look={look}
              rows={rows}
              name={name}
              x={x}
              y={y}
              marks={across.ticks}
            />
          ))}
        </g>
      </svg>
      <ChartTip pointer={pointer}>
        {(row) => <CurveTip curves={curves} hidden={props.hidden} row={row} />}
      </ChartTip>
    </>
  );
});

/** Ticks with room for their words; 0 % and 50 % stand close to each other. */
function shareTicks({ ticks }: Scale, x: (value: number) => number) {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    const at = x(tick);
    const text = shareTickText(tick);
    if (at < free) return { x: at, text: '' };
    free = at + text.length * 6 + 8;
    return { x: at, text };
  });
}

function pointing(
  rows: readonly CurveRow[],
  across: Scale,
  box: PlotBox,
  pointer: PointerStore<CurveRow>,
) {
  const xs = rows.map(({ x }) => x);
  const invert = mapRange([box.left, box.left + box.width], [across.min, across.max]);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { clientX, clientY, currentTarget } = event;
    const at = clientX - currentTarget.getBoundingClientRect().left;
    const inside = at >= box.left && at <= box.left + box.width;
    const row = inside ? rows[nearestIndex(xs, invert(at))] : undefined;
    pointer.set(row ? { clientX, clientY, at: row } : null);
  };
  return { onPointerMove: move, onPointerLeave: () => pointer.set(null) };
}

interface CurveLineProps {
  readonly look: LegendItem;
  readonly rows: readonly CurveRow[];
  readonly name: string;
  readonly x: (value: number) => number;
  readonly y: (ms: number) => number;
  /** Shares at which the series' marker stands. */
  readonly marks: readonly number[];
}

function CurveLine({ look, rows, name, x, y, marks }: CurveLineProps) {
  const values = rows.map((row) => row[name] ?? null);
  const xs = rows.map((row) => row.x);
  const open = look.fill === 'outline';
  return (
    <g>
      <path
        d={linePath(xs, values, x, y)}
        fill="none"
        stroke={look.color}
        strokeWidth={look.width}
        strokeDasharray={look.dash === '0' ? undefined : (look.dash ?? undefined)}
        strokeLinejoin="round"
      />
      {rows.map((row, index) => {
        const value = values[index];
        if (!look.marker || !marks.includes(row.x) || typeof value !== 'number') return null;
        return (
          <path
            key={row.x}
            d={markerPath(look.marker, x(row.x), y(value), 3.5)}
            fill={open ? ink.paper : look.color}
            stroke={open ? look.color : ink.paper}
            strokeWidth={1.25}
          />
        );
      })}
    </g>
  );
}
