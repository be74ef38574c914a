import { memo } from 'react';
import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  ReferenceLine,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import type { TrendFigure, TrendLine, TrendMark } from '../data/compareTrend.ts';
import { trendAxis } from '../data/compareTrend.ts';
import { curveLook, ink, type LegendItem, tickSize } from './look.ts';
import { TrendPointMark } from './TrendPointMark.tsx';
import { valueAxis } from './valueAxis.ts';

interface TrendChartProps {
  readonly figure: TrendFigure;
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
}

const margin = { left: 0, right: 24, top: 34, bottom: 0 };
const axis = { width: 58, height: 34 };
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

type TrendPoint = TrendLine['points'][number];

/** What Recharts lays out: a point at its place among the runs, in the unit of the axis. */
interface Placed {
  readonly at: number;
  readonly shown: number;
  readonly point: TrendPoint;
}

/** A line for each cell over the runs of its experiment, with intervals, and marks where something changed. */
export const TrendChart = memo(function TrendChart({
  figure,
  width,
  height,
  hidden,
}: TrendChartProps) {
  const { runs, lines, marks } = figure;
  const { unit, scale } = trendAxis(figure, hidden);
  const looks = trendLooks(figure);
  const step = Math.max(40, width - axis.width - margin.right) / Math.max(2, runs.length);
  const apart = Math.min(4, step / 2 / lines.length) / step;
  const placed = (line: TrendLine, index: number): Placed[] =>
    line.points.map((point) => ({
      at: point.place + (index - (lines.length - 1) / 2) * apart,
      shown: Math.min(scale.max, point.value * unit.factor),
      point,
    }));
  return (
    <LineChart width={width} height={height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke={ink.grid} />
      <XAxis
        dataKey="at"
        type="number"
        domain={[-0.5, Math.max(2, runs.length) - 0.5]}
        ticks={runs.map((_, place) => place)}
        interval={0}
        height={axis.height}
        axisLine={{ stroke: ink.axis }}
        tickLine={{ stroke: ink.axis }}
        tickSize={4}
        tick={(tick: XAxisTickContentProps) => <RunTick tick={tick} runs={runs} step={step} />}
      />
      <YAxis width={axis.width} {...valueAxis(scale, unit.unit)} />
      {marks.map((mark) => (
        <ReferenceLine
          key={mark.number}
          x={mark.place - 0.5}
          stroke={markColor(mark)}
          strokeDasharray="3 3"
          label={({ viewBox }) => <Flag mark={mark} at={viewBox} />}
        />
      ))}
      {lines.map((line, index) => {
        const look = looks[index];
        if (!look || hidden.has(line.key)) return null;
        return (
          <Line
            key={line.key}
            data={placed(line, index)}
            dataKey="shown"
            stroke={look.color}
            strokeWidth={look.width}
            {...(look.dash === null || look.dash === '0' ? {} : { strokeDasharray: look.dash })}
            strokeLinejoin="round"
            isAnimationActive={false}
            activeDot={false}
            dot={({ cx, cy, payload }: DotItemDotProps) => (
              <TrendPointMark
                key={(payload as Placed).point.runId}
                x={cx}
                y={cy}
                point={(payload as Placed).point}
                look={look}
                factor={unit.factor}
                top={scale.max}
              />
            )}
          />
        );
      })}
    </LineChart>
  );
});

interface RunTickProps {
  readonly tick: XAxisTickContentProps;
  readonly runs: TrendFigure['runs'];
  /** Pixels from run to run. */
  readonly step: number;
}

/** Date and time of a run; as many are written as there is room for. */
function RunTick({ tick: { x, y, payload }, runs, step }: RunTickProps) {
  const place = Number(payload.value);
  const run = runs[place];
  if (!run || place % Math.max(1, Math.ceil(64 / step)) !== 0) return null;
  const at = new Date(run.startedAt);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      <text x={x} y={Number(y) + 8}>
        {day.format(at)}
      </text>
      <text x={x} y={Number(y) + 21}>
        {`${time.format(at)}${run.sameExperiment ? '' : '*'}`}
      </text>
    </g>
  );
}

function markColor({ changes }: TrendMark): string {
  return changes.some(({ likelihood }) => likelihood === 'likely') ? ink.warn : ink.tick;
}

interface FlagProps {
  readonly mark: TrendMark;
  /** The line that it stands on. */
  readonly at: { readonly x?: number; readonly y?: number };
}

/** The number of a change above the line between the runs that it lies between. */
function Flag({ mark, at: { x = 0, y = 0 } }: FlagProps) {
  const color = markColor(mark);
  return (
    <g fontSize={tickSize} textAnchor="middle">
      <path d={`M${x} ${y - 6}v6`} stroke={color} />
      <circle cx={x} cy={y - 14} r={8} fill={ink.paper} stroke={color} />
      <text x={x} y={y - 10.5} fill={color} fontWeight={600}>
        {mark.number}
      </text>
    </g>
  );
}
