import type { ReactNode, SVGAttributes } from 'react';
import { levelDigits, levelWords } from '../../metrics/levels.ts';
import { type ColumnFigure, columnAxis, differInTrust, verdictsOf } from '../data/columns.ts';
import { AcrossAxis, ValueAxis } from './Axes.tsx';
import { ColumnMark } from './ColumnMark.tsx';
import { columnLayout, type GroupSlots } from './columnLayout.ts';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import { columnLook, doubtLooks, type LegendItem } from './look.ts';

export interface ColumnPlotProps extends DrawArea {
  readonly figure: ColumnFigure;
  /** Interaction in the window. */
  readonly pointing?: SVGAttributes<SVGSVGElement>;
  /** Drawn behind the columns. */
  readonly children?: ReactNode;
}

/** The series of a column chart, and the meaning of the lines over some columns. */
export function columnLegend(figure: ColumnFigure): LegendItem[] {
  return [...figure.series.map(columnLook), ...doubtLooks(verdictsOf(figure))];
}

const margin = { top: 24, right: 4, bottom: 50, left: 46 };
/** Margin below columns without labels. */
const bareBottom = 22;

/** Layout of a column chart. */
export function columnPlaces({
  figure,
  width,
  height,
  hidden,
}: Pick<ColumnPlotProps, 'figure' | 'width' | 'height' | 'hidden'>): {
  readonly box: PlotBox;
  readonly slots: readonly GroupSlots[];
} {
  const bottom = figure.of === null ? bareBottom : margin.bottom;
  const box = plotWithin({ width, height }, { ...margin, bottom });
  const shown = figure.series.filter(({ key }) => !hidden.has(key));
  return { box, slots: columnLayout(box, figure.groups.length, shown.length) };
}

/** Columns of one metric, on screen and in print: groups are levels of load, columns the series of the run. */
export function ColumnPlot(props: ColumnPlotProps) {
  const { figure, width, height, hidden } = props;
  const log = props.log.has('value');
  const shown = figure.series
    .map((series, index) => ({ look: columnLook(series), index }))
    .filter(({ look }) => !hidden.has(look.key));
  const { box, slots } = columnPlaces(props);
  if (!hasRoom(box)) return null;
  const { unit, scale } = columnAxis(figure, hidden, Math.max(2, Math.floor(height / 48)), log);
  const base = box.top + box.height;
  const across = mapScale(scale, [base, box.top], log);
  const marked = differInTrust(verdictsOf(figure));
  const factor = (slots[0]?.columns[0]?.width ?? 0) >= 27 ? unit.factor : null;
  return (
    <svg width={width} height={height} aria-hidden focusable="false" {...props.pointing}>
      {props.children}
      <ValueAxis box={box} scale={scale} log={log} title={unit.unit} />
      <AcrossAxis
        box={{ ...box, height: box.height + 14 }}
        ticks={figure.groups.map(({ level }, index) => ({
          x: middle(slots[index]),
          text: level === null ? '' : levelDigits(level),
        }))}
        title={levelWords(figure.of).axis}
        bare
      />
      {figure.groups.map((group, place) =>
        shown.map(({ look, index }, series) => {
          const column = group.columns[index];
          const slot = slots[place]?.columns[series];
          if (!column || !slot) return null;
          return (
            <ColumnMark
              key={`${group.level}/${look.key}`}
              slot={slot}
              base={base}
              y={(value) => across(value * unit.factor)}
              column={marked ? column : { ...column, verdict: 'ok' }}
              look={look}
              factor={factor}
            />
          );
        }),
      )}
    </svg>
  );
}

function middle(slots: GroupSlots | undefined): number {
  return slots ? slots.band.x + slots.band.width / 2 : 0;
}
