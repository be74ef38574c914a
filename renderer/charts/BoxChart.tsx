import { memo } from 'react';
import type { Box, WhiskerRule } from '../../contracts/result.ts';
import { latencyUnit } from '../../metrics/units.ts';
import { logScale, zeroScale } from '../data/ticks.ts';
import { boxOf, highestMs, type UseCaseFigure, type UseCaseSeries } from '../data/useCases.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { AcrossAxis, ValueAxis } from './Axes.tsx';
import { type ColumnSlot, columnLayout } from './columnLayout.ts';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapScale, plotWithin } from './geometry.ts';
import { ink, type LegendItem } from './look.ts';

export interface BoxChartProps extends DrawArea {
  readonly figure: UseCaseFigure;
  readonly rule: WhiskerRule;
  /** Whether values beyond the whiskers are drawn. */
  readonly outliers: boolean;
}

const margin = { top: 24, right: 4, bottom: 50, left: 52 };
/** Space below the axis for the markers of the boxes. */
const markerRoom = 14;
/** More outliers of one box than this overlap anyway. */
const maxOutliers = 200;

/** Look of a series in the legend, matching its boxes. */
export function boxLook({ key, label, protocol, variant }: UseCaseSeries): LegendItem {
  const { color, marker } = protocolStyle(protocol);
  const fill = variant === 0 ? 'tint' : 'outline';
  return { key, label, color, marker, dash: null, width: 0, fill };
}

/** Box plots on one axis: a group for each use case, a box for each series. */
export const BoxChart = memo(function BoxChart(props: BoxChartProps) {
  const { figure, rule, outliers, width, height, hidden } = props;
  const log = props.log.has('y');
  const box = plotWithin(props, margin);
  const shown = figure.series
    .map((series, index) => ({ series, index }))
    .filter(({ series }) => !hidden.has(series.key));
  if (!hasRoom(box) || shown.length === 0) return null;
  const slots = columnLayout(box, figure.groups.length, shown.length);
  const highest = highestMs(figure, rule, outliers, hidden);
  const { unit, factor } = latencyUnit(highest);
  const scale = log
    ? logScale(lowestMs(figure, rule) * factor, highest * factor)
    : zeroScale(highest * factor, Math.max(2, Math.floor(height / 48)));
  const place = mapScale(scale, [box.top + box.height, box.top], log);
  const y = (ms: number) => place(ms * factor);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={scale} log={log} title={`${unit} per iteration`} />
      <AcrossAxis
        box={{ ...box, height: box.height + markerRoom }}
        ticks={figure.groups.map(({ useCase }, index) => ({
          x: (slots[index]?.band.x ?? 0) + (slots[index]?.band.width ?? 0) / 2,
          text: useCase,
        }))}
        title="use case"
        bare
      />
      {figure.groups.map(({ useCase, cells }, group) =>
        shown.map(({ series, index }, column) => {
          const cell = cells[index];
          const slot = slots[group]?.columns[column];
          if (!cell || !slot) return null;
          return (
            <BoxMark
              key={`${useCase}/${series.key}`}
              box={boxOf(cell, rule)}
              slot={slot}
              y={y}
              series={series}
              outliers={outliers}
              base={box.top + box.height}
            />
          );
        }),
      )}
    </svg>
  );
});

function lowestMs({ groups }: UseCaseFigure, rule: WhiskerRule): number {
  const lows = groups.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      if (!cell) return [];
      const box = boxOf(cell, rule);
      return [Math.min(box.low, box.outliers[0] ?? box.low)];
    }),
  );
  return Math.min(...lows);
}

interface BoxMarkProps {
  readonly box: Box;
  readonly slot: ColumnSlot;
  readonly y: (ms: number) => number;
  readonly series: UseCaseSeries;
  readonly outliers: boolean;
  /** The lower end of the plot; the marker of the series is below it. */
  readonly base: number;
}

function BoxMark({ box, slot, y, series, outliers, base }: BoxMarkProps) {
  const { color, marker } = protocolStyle(series.protocol);
  const middle = slot.x + slot.width / 2;
  const cap = slot.width / 4;
  const [top, bottom] = [y(box.upper), y(box.lower)];
  const whisker = (from: number, to: number) =>
    `M${middle} ${from}V${to}M${middle - cap} ${to}h${2 * cap}`;
  return (
    <g>
      <path
        d={whisker(top, y(box.high)) + whisker(bottom, y(box.low))}
        stroke={color}
        strokeWidth={1.25}
        fill="none"
      />
      <rect
        x={slot.x}
        y={top}
        width={slot.width}
        height={Math.max(1, bottom - top)}
        fill={series.variant === 0 ? color : ink.paper}
        fillOpacity={series.variant === 0 ? 0.28 : 1}
        stroke={color}
        strokeWidth={1.25}
      />
      <path d={`M${slot.x} ${y(box.median)}h${slot.width}`} stroke={ink.title} strokeWidth={2} />
      {outliers &&
        box.outliers
          .slice(-maxOutliers)
          .map((value, index) => (
            <circle
              key={`${index}:${value}`}
              cx={middle}
              cy={y(value)}
              r={1.75}
              fill="none"
              stroke={color}
            />
          ))}
      {slot.width >= 8 && <path d={markerPath(marker, middle, base + 9, 3.5)} fill={color} />}
    </g>
  );
}
