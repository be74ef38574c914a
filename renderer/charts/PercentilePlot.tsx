import { type ReactNode, type SVGAttributes, useId } from 'react';
import {
  type CurveRow,
  curveAxis,
  curveRows,
  shareScale,
  shareTickText,
} from '../data/percentiles.ts';
import type { Scale } from '../data/ticks.ts';
import { markerPath } from '../look/markers.ts';
import { AcrossAxis, ValueAxis, withRoom } from './Axes.tsx';
import { type Curve, curveWords } from './curve.ts';
import type { DrawArea } from './figure.ts';
import { hasRoom, linePath, mapRange, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import { ink, type LegendItem } from './look.ts';

export interface PercentilePlotProps extends DrawArea {
  readonly curves: readonly Curve[];
  /** Of the curves; see {@link sharePlaces}. */
  readonly places: SharePlaces;
  /** Interaction in the window. */
  readonly pointing?: SVGAttributes<SVGSVGElement>;
  /** Drawn behind the curves. */
  readonly children?: ReactNode;
}

/** The shares at which curves are drawn, and the value of each curve there. */
export interface SharePlaces {
  readonly across: Scale;
  readonly rows: readonly CurveRow[];
}

export function sharePlaces(curves: readonly Curve[]): SharePlaces {
  const across = shareScale(Math.max(...curves.map(({ points }) => points.at(-1)?.x ?? 0), 2));
  const rows = curveRows(
    curves.map(({ points }) => points),
    across.max,
  );
  return { across, rows };
}

const margin = { top: 24, right: 22, bottom: 38, left: 50 };

/** The rectangle that curves are drawn in. */
export function percentileBox(width: number, height: number): PlotBox {
  return plotWithin({ width, height }, margin);
}

/** Latency by share of requests, on screen and in print; each additional nine has the same width on the axis. */
export function PercentilePlot(props: PercentilePlotProps) {
  const { curves, width, height } = props;
  const log = props.log.has('latency');
  const { across, rows } = props.places;
  const clip = useId();
  const words = curveWords(curves);
  const shown = curves
    .map(({ look, points }, index) => ({ look, points, name: `c${index}` }))
    .filter(({ look }) => !props.hidden.has(look.key));
  const { unit, scale } = curveAxis(
    shown.map(({ points }) => points),
    log,
  );
  const box = percentileBox(width, height);
  if (!hasRoom(box)) return null;
  const x = mapRange([across.min, across.max], [box.left, box.left + box.width]);
  const yOf = mapScale(scale, [box.top + box.height, box.top], log);
  const y = (ms: number) => yOf(ms * unit.factor);
  return (
    <svg width={width} height={height} aria-hidden focusable="false" {...props.pointing}>
      <clipPath id={clip}>
        <rect x={box.left - 6} y={box.top - 6} width={box.width + 12} height={box.height + 8} />
      </clipPath>
      <ValueAxis box={box} scale={scale} log={log} title={`${words.latency}, ${unit.unit}`} />
      <AcrossAxis
        box={box}
        ticks={shareTicks(across, x)}
        title={`% of ${words.many} that took at most this long`}
        grid
      />
      {props.children}
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
  );
}

/** Ticks with room for their labels. If there is too little, 0 and then the longest lose theirs, except the last. */
function shareTicks({ ticks }: Scale, x: (value: number) => number) {
  const all = ticks.map((tick) => ({ x: x(tick), text: shareTickText(tick) }));
  const [zero = 0, ...others] = all.keys();
  return withRoom(all, [all.length - 1, ...others, zero]);
}

interface CurveLineProps {
  readonly look: LegendItem;
  readonly rows: readonly CurveRow[];
  readonly name: string;
  readonly x: (value: number) => number;
  readonly y: (ms: number) => number;
  /** Shares with the series' marker. */
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
