import { memo, type PointerEvent, useId, useMemo, useSyncExternalStore } from 'react';
import type { ColumnFigure, ColumnGroup } from '../data/columns.ts';
import { columnAxis } from '../data/columns.ts';
import { levelDigits, levelWords } from '../data/loadLevel.ts';
import { AcrossAxis, ValueAxis } from './Axes.tsx';
import { ChartTip } from './ChartTip.tsx';
import { ColumnMark } from './ColumnMark.tsx';
import { ColumnPatterns } from './ColumnPatterns.tsx';
import { ColumnTip } from './ColumnTip.tsx';
import { columnLayout, type GroupSlots } from './columnLayout.ts';
import { createTimeCursor, type TimeCursor } from './cursor.ts';
import { mapScale, type PlotBox } from './geometry.ts';
import { columnLook } from './look.ts';
import { createPointer, type PointerStore } from './pointer.ts';

export interface ColumnChartProps {
  readonly figure: ColumnFigure;
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** A logarithmic axis of values. */
  readonly log?: boolean;
  /** Marks one level in all figures that share it. */
  readonly cursor?: TimeCursor;
}

const margin = { top: 24, right: 4, bottom: 50, left: 46 };

/** Columns of one metric: groups are levels of load, columns the series of the run. */
export const ColumnChart = memo(function ColumnChart(props: ColumnChartProps) {
  const { figure, width, height, hidden, log = false } = props;
  const id = useId().replace(/[^a-zA-Z0-9]/g, '');
  const own = useMemo(createTimeCursor, []);
  const cursor = props.cursor ?? own;
  const pointer = useMemo(() => createPointer<ColumnGroup>(), []);
  const box = boxOf(width, height);
  const shown = figure.series
    .map((series, index) => ({ look: columnLook(series), index }))
    .filter(({ look }) => !hidden.has(look.key));
  if (box.width < 40 || box.height < 30) return null;
  const { unit, scale } = columnAxis(figure, hidden, Math.max(2, Math.floor(height / 48)), log);
  const base = box.top + box.height;
  const across = mapScale(scale, [base, box.top], log);
  const slots = columnLayout(box, figure.groups.length, shown.length);
  const factor = (slots[0]?.columns[0]?.width ?? 0) >= 27 ? unit.factor : null;
  return (
    <>
      <svg
        width={width}
        height={height}
        aria-hidden
        focusable="false"
        {...pointing(figure.groups, slots, cursor, pointer)}
      >
        <defs>
          {shown.map(({ look, index }) => (
            <ColumnPatterns key={look.key} id={`${id}-${index}`} look={look} />
          ))}
        </defs>
        <Pointed groups={figure.groups} slots={slots} box={box} cursor={cursor} />
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
                column={column}
                look={look}
                patterns={`${id}-${index}`}
                factor={factor}
              />
            );
          }),
        )}
      </svg>
      <ChartTip pointer={pointer}>
        {(group) => <ColumnTip figure={figure} hidden={hidden} group={group} />}
      </ChartTip>
    </>
  );
});

function boxOf(width: number, height: number): PlotBox {
  return {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
  };
}

function middle(slots: GroupSlots | undefined): number {
  return slots ? slots.band.x + slots.band.width / 2 : 0;
}

/** Loads that set their own levels have one group, which has to have a place on the cursor too. */
function place({ level }: ColumnGroup): number {
  return level ?? 0;
}

function pointing(
  groups: readonly ColumnGroup[],
  slots: readonly GroupSlots[],
  cursor: TimeCursor,
  pointer: PointerStore<ColumnGroup>,
) {
  const leave = () => {
    cursor.set(null);
    pointer.set(null);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { clientX, clientY, currentTarget } = event;
    const x = clientX - currentTarget.getBoundingClientRect().left;
    const found = slots.findIndex(({ band }) => x >= band.x && x < band.x + band.width);
    const group = groups[found];
    if (!group) return leave();
    cursor.set(place(group));
    pointer.set({ clientX, clientY, at: group });
  };
  return { onPointerMove: move, onPointerLeave: leave };
}

interface PointedProps {
  readonly groups: readonly ColumnGroup[];
  readonly slots: readonly GroupSlots[];
  readonly box: PlotBox;
  readonly cursor: TimeCursor;
}

/** A shade behind the group of the level that is pointed at, here or in another figure. */
function Pointed({ groups, slots, box, cursor }: PointedProps) {
  const level = useSyncExternalStore(cursor.subscribe, cursor.get);
  const slot = slots[groups.findIndex((group) => place(group) === level)];
  if (level === null || !slot) return null;
  const { x, width } = slot.band;
  return (
    <rect x={x} y={box.top} width={width} height={box.height + 30} fill="var(--wb-hover)" rx={3} />
  );
}
