import { memo, useMemo } from 'react';
import {
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import {
  type CurveRow,
  curveAxis,
  curveRows,
  shareScale,
  shareTickText,
} from '../data/percentiles.ts';
import { tickTexts } from '../data/units.ts';
import { CurveTip } from './CurveTip.tsx';
import type { Curve } from './curve.ts';
import { markerPath } from './geometry.ts';
import { ink, type LegendItem, tickSize } from './look.ts';
import { valueAxis } from './valueAxis.ts';

export interface PercentileChartProps {
  readonly curves: readonly Curve[];
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** A logarithmic axis of latency. */
  readonly log: boolean;
}

const margin = { top: 24, right: 26, bottom: 4, left: 0 };

/** Latency by share of requests; every further nine takes the same room along the axis. */
export const PercentileChart = memo(function PercentileChart(props: PercentileChartProps) {
  const { curves, width, height, log } = props;
  const shown = curves.filter(({ look }) => !props.hidden.has(look.key));
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
  const { unit, scale } = curveAxis(
    shown.map(({ points }) => points),
    log,
  );
  const texts = log
    ? scale.ticks.map((tick) => tickTexts([tick])[0] ?? '')
    : tickTexts(scale.ticks);
  return (
    <LineChart width={width} height={height} data={rows} margin={margin} accessibilityLayer={false}>
      <CartesianGrid stroke={ink.grid} />
      <XAxis
        dataKey="x"
        type="number"
        domain={[across.min, across.max]}
        ticks={[...across.ticks]}
        tickFormatter={shareTickText}
        interval="preserveStart"
        tickSize={4}
        tickLine={{ stroke: ink.axis }}
        axisLine={{ stroke: ink.axis }}
        tickMargin={5}
        height={40}
        tick={{ fontSize: tickSize, fill: ink.tick }}
        label={{
          value: 'share of requests',
          position: 'insideBottom',
          fontSize: tickSize,
          fill: ink.tick,
          offset: 2,
        }}
      />
      <YAxis
        width={52}
        scale={log ? 'log' : 'linear'}
        domain={[scale.min / unit.factor, scale.max / unit.factor]}
        allowDataOverflow
        {...valueAxis(scale, unit, texts)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: ink.text, strokeWidth: 1 }}
        content={(tip: TooltipContentProps) => (
          <CurveTip curves={curves} hidden={props.hidden} row={rowOf(tip)} />
        )}
      />
      {shown.map(({ look }) => {
        const index = curves.findIndex((curve) => curve.look.key === look.key);
        return (
          <Line
            key={look.key}
            dataKey={`c${index}`}
            stroke={look.color}
            strokeWidth={look.width}
            strokeDasharray={look.dash ?? '0'}
            isAnimationActive={false}
            activeDot={{ r: 3 }}
            dot={(dot: DotItemDotProps) => <ShareDot dot={dot} look={look} ticks={across.ticks} />}
          />
        );
      })}
    </LineChart>
  );
});

function rowOf(tip: TooltipContentProps): CurveRow | null {
  return tip.active ? ((tip.payload[0]?.payload as CurveRow | undefined) ?? null) : null;
}

interface ShareDotProps {
  readonly dot: DotItemDotProps;
  readonly look: LegendItem;
  readonly ticks: readonly number[];
}

/** The series' marker where a curve crosses a labelled share. */
function ShareDot({ dot, look, ticks }: ShareDotProps) {
  const x = (dot.payload as CurveRow | undefined)?.x;
  const { cx, cy } = dot;
  if (!look.marker || x === undefined || !ticks.includes(x)) return null;
  if (typeof cx !== 'number' || typeof cy !== 'number') return null;
  return (
    <path
      d={markerPath(look.marker, cx, cy, 3.5)}
      fill={look.fill === 'outline' ? ink.paper : look.color}
      stroke={look.fill === 'outline' ? look.color : ink.paper}
      strokeWidth={1.25}
    />
  );
}
