import { memo, useId, useMemo } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { ColumnFigure, ColumnGroup } from '../data/columns.ts';
import { columnAxis } from '../data/columns.ts';
import { levelDigits, levelWords } from '../data/loadLevel.ts';
import { tickTexts } from '../data/units.ts';
import { ColumnMark } from './ColumnMark.tsx';
import { ColumnTip } from './ColumnTip.tsx';
import { columnLook, ink, tickSize } from './look.ts';
import { valueAxis } from './valueAxis.ts';

export interface ColumnChartProps {
  readonly figure: ColumnFigure;
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
}

const margin = { top: 24, right: 8, bottom: 4, left: 0 };
const axisWidth = 48;

/** What Recharts lays out: the height of every column by the place of its series. */
interface ChartRow {
  readonly group: ColumnGroup;
  readonly level: string;
  readonly [series: `s${number}`]: number;
}

/** Columns of one metric: groups are levels of load, columns the series of the run. */
export const ColumnChart = memo(function ColumnChart(props: ColumnChartProps) {
  const { figure, width, height, hidden } = props;
  const id = useId().replace(/[^a-zA-Z0-9]/g, '');
  const rows = useMemo(() => figure.groups.map((group) => chartRow(group)), [figure]);
  const shown = figure.series
    .map((series, index) => ({ series, index }))
    .filter(({ series }) => !hidden.has(series.key));
  const { unit, scale } = columnAxis(figure, hidden, Math.max(2, Math.floor(height / 48)));
  const texts = tickTexts(scale.ticks);
  const room = ((width - axisWidth) * 0.78) / Math.max(1, rows.length * shown.length);
  return (
    <BarChart
      width={width}
      height={height}
      data={rows}
      margin={margin}
      barCategoryGap="14%"
      barGap={room > 14 ? 3 : 1}
      accessibilityLayer={false}
    >
      <defs>
        {shown.map(({ series, index }) => (
          <Hatches key={series.key} id={`${id}-${index}`} color={columnLook(series).color} />
        ))}
      </defs>
      <CartesianGrid vertical={false} stroke={ink.grid} />
      <XAxis
        dataKey="level"
        tickLine={false}
        axisLine={{ stroke: ink.axis }}
        tickMargin={16}
        height={46}
        interval={0}
        tick={{ fontSize: tickSize + 0.5, fill: ink.text }}
        label={{
          value: levelWords(figure.of).axis,
          position: 'insideBottom',
          fontSize: tickSize,
          fill: ink.tick,
          offset: 0,
        }}
      />
      <YAxis
        width={axisWidth}
        domain={[0, scale.max / unit.factor]}
        {...valueAxis(scale, unit, texts)}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--wb-hover)', fillOpacity: 0.7 }}
        content={(tip: TooltipContentProps) => (
          <ColumnTip figure={figure} hidden={hidden} group={groupOf(tip)} />
        )}
      />
      {shown.map(({ series, index }) => (
        <Bar
          key={series.key}
          dataKey={`s${index}`}
          isAnimationActive={false}
          maxBarSize={width > 600 ? 64 : 44}
          shape={(bar: BarShapeProps) => {
            const column = (bar.payload as ChartRow | undefined)?.group.columns[index];
            if (!column) return <g />;
            const look = columnLook(series);
            return (
              <ColumnMark
                bar={bar}
                column={column}
                look={look}
                hatch={`url(#${id}-${index}-${column.verdict})`}
                factor={room >= 30 ? unit.factor : null}
              />
            );
          }}
        />
      ))}
    </BarChart>
  );
});

function chartRow(group: ColumnGroup): ChartRow {
  const heights = group.columns.map((column, index) => [`s${index}`, column?.value ?? 0] as const);
  return {
    group,
    level: group.level === null ? '' : levelDigits(group.level),
    ...Object.fromEntries(heights),
  };
}

function groupOf(tip: TooltipContentProps): ColumnGroup | null {
  const row = tip.active ? (tip.payload[0]?.payload as ChartRow | undefined) : undefined;
  return row?.group ?? null;
}

/** Lines for suspect columns, crossing lines for client-bound ones: readable in grey. */
function Hatches({ id, color }: { id: string; color: string }) {
  const size = 5;
  const shared = { width: size, height: size, patternUnits: 'userSpaceOnUse' } as const;
  return (
    <>
      <pattern id={`${id}-suspect`} {...shared} patternTransform="rotate(45)">
        <rect width={1.75} height={size} fill={color} />
      </pattern>
      <pattern id={`${id}-client-bound`} {...shared} patternTransform="rotate(45)">
        <rect width={1.5} height={size} fill={color} />
        <rect width={size} height={1.5} fill={color} />
      </pattern>
    </>
  );
}
