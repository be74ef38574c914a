import { memo } from 'react';
import type { TrendFigure, TrendLine } from '../data/compareTrend.ts';
import { trendAxis } from '../data/compareTrend.ts';
import { ValueAxis } from './Axes.tsx';
import { linePath, mapRange, markerPath, type PlotBox } from './geometry.ts';
import { curveLook, ink, type LegendItem, tickSize } from './look.ts';

interface TrendChartProps {
  readonly figure: TrendFigure;
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
}

const margin = { left: 58, right: 24, top: 34, bottom: 34 };
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The look of each line: colour and marker of its protocol, dashes by what else varies. */
export function trendLooks({ lines }: TrendFigure): LegendItem[] {
  const seen = new Map<string, number>();
  return lines.map(({ key, label, series }) => {
    const variant = seen.get(series.protocol) ?? 0;
    seen.set(series.protocol, variant + 1);
    return { ...curveLook({ ...series, variant }), key, label };
  });
}

/** A line for each cell over the runs of its experiment, with intervals, and marks where something changed. */
export const TrendChart = memo(function TrendChart({
  figure,
  width,
  height,
  hidden,
}: TrendChartProps) {
  const box: PlotBox = {
    left: margin.left,
    top: margin.top,
    width: Math.max(40, width - margin.left - margin.right),
    height: Math.max(20, height - margin.top - margin.bottom),
  };
  const { unit, scale } = trendAxis(figure, hidden);
  const inset = box.width / Math.max(2, 2 * figure.runs.length);
  const x = mapRange(
    [0, Math.max(1, figure.runs.length - 1)],
    [box.left + inset, box.left + box.width - inset],
  );
  const y = mapRange([scale.min, scale.max], [box.top + box.height, box.top]);
  const looks = trendLooks(figure);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={scale} />
      <text x={6} y={14} fontSize={tickSize} fill={ink.tick}>
        {unit.unit}
      </text>
      <RunAxis figure={figure} box={box} x={x} />
      <Marks figure={figure} box={box} x={x} gap={x(1) - x(0)} />
      {figure.lines.map((line, index) => {
        const look = looks[index];
        if (!look || hidden.has(line.key)) return null;
        const top = scale.max;
        return (
          <Line
            key={line.key}
            line={line}
            look={look}
            x={x}
            y={(value) => y(Math.min(top, value * unit.factor))}
            fits={(value) => value * unit.factor <= top}
            shift={
              (index - (figure.lines.length - 1) / 2) * Math.min(4, inset / figure.lines.length)
            }
          />
        );
      })}
    </svg>
  );
});

interface PartProps {
  readonly figure: TrendFigure;
  readonly box: PlotBox;
  readonly x: (place: number) => number;
}

/** Dates of the runs, as many as there is room for. */
function RunAxis({ figure: { runs }, box, x }: PartProps) {
  const every = Math.max(1, Math.ceil(runs.length / Math.max(1, Math.floor(box.width / 64))));
  const bottom = box.top + box.height;
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {runs.map(({ id, startedAt, sameExperiment }, index) => (
        <g key={id}>
          <path
            d={`M${Math.round(x(index)) + 0.5} ${bottom}v4`}
            stroke={ink.axis}
            strokeWidth={1}
          />
          {index % every === 0 && (
            <>
              <text x={x(index)} y={bottom + 16}>
                {day.format(new Date(startedAt))}
              </text>
              <text x={x(index)} y={bottom + 29}>
                {`${time.format(new Date(startedAt))}${sameExperiment ? '' : '*'}`}
              </text>
            </>
          )}
        </g>
      ))}
    </g>
  );
}

/** A numbered flag between two runs of which something differs. */
function Marks({ figure: { marks }, box, x, gap }: PartProps & { readonly gap: number }) {
  return (
    <g fontSize={tickSize} textAnchor="middle">
      {marks.map(({ number, place, changes }) => {
        const at = Math.round(x(place) - gap / 2) + 0.5;
        const likely = changes.some(({ likelihood }) => likelihood === 'likely');
        const color = likely ? ink.warn : ink.tick;
        return (
          <g key={number}>
            <path
              d={`M${at} ${box.top - 6}V${box.top + box.height}`}
              stroke={color}
              strokeWidth={1}
              strokeDasharray="3 3"
            />
            <circle cx={at} cy={box.top - 14} r={8} fill={ink.paper} stroke={color} />
            <text x={at} y={box.top - 10.5} fill={color} fontWeight={600}>
              {number}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface LineProps {
  readonly line: TrendLine;
  readonly look: LegendItem;
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  /** Whether a value stands within the axis; an interval that goes beyond has no stroke at its end. */
  readonly fits: (value: number) => boolean;
  /** Pixels to the right, so that the whiskers of several lines stand beside each other. */
  readonly shift: number;
}

function Line({ line: { points }, look, x, y, fits, shift }: LineProps) {
  const at = (place: number) => x(place) + shift;
  const path = linePath(
    points.map(({ place }) => place),
    points.map(({ value }) => value),
    at,
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
              d={`M${at(place)} ${y(interval.low)}V${y(interval.high)}M${at(place) - 3} ${y(interval.low)}h6${fits(interval.high) ? `M${at(place) - 3} ${y(interval.high)}h6` : ''}`}
              strokeWidth={1}
              strokeOpacity={0.7}
            />
          )}
          {look.marker && (
            <path
              d={markerPath(look.marker, at(place), y(value), 4)}
              fill={look.fill === 'outline' ? ink.paper : look.color}
              strokeWidth={1.5}
            />
          )}
          {verdict !== 'ok' && (
            <circle
              cx={at(place)}
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
