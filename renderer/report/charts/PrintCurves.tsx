import type { Curve } from '../../charts/curve.ts';
import { linePath, mapRange, markerPath, type PlotBox } from '../../charts/geometry.ts';
import { ink, tickSize } from '../../charts/look.ts';
import {
  type CurvePoint,
  curveAt,
  curveAxis,
  shareScale,
  shareTickText,
} from '../../data/percentiles.ts';
import { tickTexts } from '../../data/units.ts';
import type { ChartArea } from '../model.ts';
import { PlotGrid } from './PlotGrid.tsx';

interface PrintCurvesProps {
  readonly curves: readonly Curve[];
  readonly log: boolean;
  readonly area: ChartArea;
}

const margin = { left: 46, right: 25, top: 22, bottom: 36 };

/** Latency by share of requests, laid out without a window; every nine takes the same room. */
export function PrintCurves({ curves, log, area }: PrintCurvesProps) {
  const { width, height } = area;
  const box: PlotBox = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
  const shown = curves.filter(({ look }) => !area.hidden.has(look.key));
  const across = shareScale(Math.max(...curves.map(({ points }) => points.at(-1)?.x ?? 0), 2));
  const { unit, scale } = curveAxis(
    shown.map(({ points }) => points),
    log,
  );
  const along = log ? Math.log10 : (value: number) => value;
  const x = mapRange([across.min, across.max], [box.left, box.left + box.width]);
  const up = mapRange([along(scale.min), along(scale.max)], [box.top + box.height, box.top]);
  const y = (ms: number) => up(along(Math.max(ms * unit.factor, scale.min)));
  const texts = log
    ? scale.ticks.map((tick) => tickTexts([tick])[0] ?? '')
    : tickTexts(scale.ticks);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <PlotGrid box={box} scale={scale} texts={texts} unit={unit.unit} log={log} />
      <ShareAxis box={box} ticks={across.ticks} x={x} />
      {shown.map(({ look, points }) => (
        <g key={look.key}>
          <path
            d={stepPath(points, across.max, x, y)}
            fill="none"
            stroke={look.color}
            strokeWidth={look.width}
            strokeDasharray={look.dash === '0' ? undefined : (look.dash ?? undefined)}
            strokeLinejoin="round"
          />
          {across.ticks.map((tick) => {
            const ms = curveAt(points, tick);
            if (ms === null || look.marker === null) return null;
            return (
              <path
                key={tick}
                d={markerPath(look.marker, x(tick), y(ms), 3.2)}
                fill={look.fill === 'outline' ? ink.paper : look.color}
                stroke={look.color}
                strokeWidth={1.1}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

function stepPath(
  points: readonly CurvePoint[],
  end: number,
  x: (value: number) => number,
  y: (ms: number) => number,
): string {
  const inside = points.filter((point) => point.x <= end);
  return linePath(
    inside.map((point) => point.x),
    inside.map(({ ms }) => ms),
    x,
    y,
  );
}

interface ShareAxisProps {
  readonly box: PlotBox;
  readonly ticks: readonly number[];
  readonly x: (value: number) => number;
}

function ShareAxis({ box, ticks, x }: ShareAxisProps) {
  const bottom = box.top + box.height;
  const named = withRoom(ticks, x);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${box.top}V${bottom + 4}`} stroke={ink.grid} strokeWidth={1} />
          {named.has(tick) && (
            <text x={x(tick)} y={bottom + 15}>
              {shareTickText(tick)}
            </text>
          )}
        </g>
      ))}
      <text x={box.left + box.width / 2} y={bottom + 31}>
        share of requests
      </text>
    </g>
  );
}

/** The ticks whose words fit beside each other, the first and then each that has room. */
function withRoom(ticks: readonly number[], x: (value: number) => number): Set<number> {
  const named = new Set<number>();
  let end = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const half = shareTickText(tick).length * 2.9;
    if (x(tick) - half < end + 3) continue;
    named.add(tick);
    end = x(tick) + half;
  }
  return named;
}
