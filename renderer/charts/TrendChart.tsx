import { memo } from 'react';
import { formatExactTime } from '../../metrics/format.ts';
import type { TrendFigure, TrendLine, TrendMark } from '../data/compareTrend.ts';
import { trendAxis } from '../data/compareTrend.ts';
import { markerPath } from '../look/markers.ts';
import { ValueAxis } from './Axes.tsx';
import type { DrawArea } from './figure.ts';
import { hasRoom, linePath, mapRange, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import { curveLook, ink, type LegendItem, tickSize } from './look.ts';
import { whiskerPath } from './whisker.ts';

interface TrendChartProps extends DrawArea {
  readonly figure: TrendFigure;
}

const margin = { left: 58, right: 24, top: 34, bottom: 34 };

/** The look of each line: colour and marker of its protocol, dashes by other factors. */
export function trendLooks({ lines }: TrendFigure): LegendItem[] {
  const seen = new Map<string, number>();
  return lines.map(({ key, label, series }) => {
    const variant = seen.get(series.protocol) ?? 0;
    seen.set(series.protocol, variant + 1);
    return { ...curveLook({ ...series, variant }), key, label };
  });
}

/** A line for each cell over the runs of its experiment, with intervals, and marks at changes. */
export const TrendChart = memo(function TrendChart(props: TrendChartProps) {
  const { figure, width, height, hidden } = props;
  const { runs, lines, marks } = figure;
  const box = plotWithin(props, margin);
  if (!hasRoom(box)) return null;
  const { unit, scale } = trendAxis(figure, hidden);
  const looks = trendLooks(figure);
  const places = Math.max(2, runs.length);
  const step = box.width / places;
  const x = mapRange([-0.5, places - 0.5], [box.left, box.left + box.width]);
  const upward = mapScale(scale, [box.top + box.height, box.top]);
  const y = (value: number) => upward(Math.min(scale.max, value * unit.factor));
  const apart = Math.min(4, step / 2 / lines.length);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={scale} title={unit.unit} />
      <RunAxis runs={runs} box={box} x={x} step={step} />
      {marks.map((mark) => (
        <Change key={mark.number} mark={mark} box={box} x={x(mark.place - 0.5)} />
      ))}
      {lines.map((line, index) => {
        const look = looks[index];
        if (!look || hidden.has(line.key)) return null;
        const beside = (index - (lines.length - 1) / 2) * apart;
        return (
          <TrendCurve
            key={line.key}
            points={line.points}
            look={look}
            x={(place) => x(place) + beside}
            y={y}
            highest={scale.max / unit.factor}
          />
        );
      })}
    </svg>
  );
});

interface RunAxisProps {
  readonly runs: TrendFigure['runs'];
  readonly box: PlotBox;
  readonly x: (place: number) => number;
  /** Pixels from run to run. */
  readonly step: number;
}

/** Date and time of the runs, as many as fit. */
function RunAxis({ runs, box, x, step }: RunAxisProps) {
  const bottom = box.top + box.height + 0.5;
  const every = Math.max(1, Math.ceil(64 / step));
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {runs.map(({ id, startedAt, sameExperiment }, place) => {
        return (
          <g key={id}>
            <path d={`M${Math.round(x(place)) + 0.5} ${bottom}v4`} stroke={ink.axis} />
            {place % every === 0 && (
              <>
                <text x={x(place)} y={bottom + 15}>
                  {formatExactTime(startedAt, 'day')}
                </text>
                <text x={x(place)} y={bottom + 28}>
                  {`${formatExactTime(startedAt, 'clock')}${sameExperiment ? '' : '*'}`}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** A line between the runs before and after a change, with its number above. */
function Change({ mark, box, x }: { mark: TrendMark; box: PlotBox; x: number }) {
  const likely = mark.changes.some(({ likelihood }) => likelihood === 'likely');
  const color = likely ? ink.warn : ink.tick;
  return (
    <g fontSize={tickSize} textAnchor="middle">
      <path d={`M${x} ${box.top}v${box.height}`} stroke={color} strokeDasharray="3 3" />
      <path d={`M${x} ${box.top - 6}v6`} stroke={color} />
      <circle cx={x} cy={box.top - 14} r={8} fill={ink.paper} stroke={color} />
      <text x={x} y={box.top - 10.5} fill={color} fontWeight={600}>
        {mark.number}
      </text>
    </g>
  );
}

interface TrendCurveProps {
  readonly points: TrendLine['points'];
  readonly look: LegendItem;
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  /** The value at the upper end of the axis. */
  readonly highest: number;
}

/** Half the width of the marker of a value. */
const half = 4;

/** The values of one cell with their intervals; ringed if not trusted. */
function TrendCurve({ points, look, x, y, highest }: TrendCurveProps) {
  const path = linePath(
    points.map(({ place }) => place),
    points.map(({ value }) => value),
    x,
    y,
  );
  return (
    <g stroke={look.color}>
      <path
        d={path}
        fill="none"
        strokeWidth={look.width}
        strokeDasharray={look.dash === '0' ? undefined : (look.dash ?? undefined)}
        strokeLinejoin="round"
      />
      {points.map(({ runId, place, value, interval, verdict }) => (
        <g key={runId}>
          {interval && (
            <path
              d={whiskerPath(x(place), y(value), half, [
                { y: y(interval.low), beyond: false },
                { y: y(interval.high), beyond: interval.high > highest },
              ])}
              strokeWidth={1}
              strokeOpacity={0.7}
            />
          )}
          {look.marker && (
            <path
              d={markerPath(look.marker, x(place), y(value), half)}
              fill={look.fill === 'outline' ? ink.paper : look.color}
              strokeWidth={1.5}
            />
          )}
          {verdict !== 'ok' && (
            <circle
              cx={x(place)}
              cy={y(value)}
              r={8}
              fill="none"
              stroke={ink.warn}
              strokeWidth={1.25}
            />
          )}
        </g>
      ))}
    </g>
  );
}
