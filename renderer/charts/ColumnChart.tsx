import { memo, type PointerEvent, useMemo } from 'react';
import type { ColumnGroup } from '../data/columns.ts';
import { ChartTip } from './ChartTip.tsx';
import { ColumnPlot, type ColumnPlotProps, columnPlaces } from './ColumnPlot.tsx';
import { ColumnTip } from './ColumnTip.tsx';
import type { GroupSlots } from './columnLayout.ts';
import { type Cursor, createCursor, type Pointed, type TimeCursor, useCursor } from './cursor.ts';
import type { PlotBox } from './geometry.ts';

export interface ColumnChartProps extends Omit<ColumnPlotProps, 'pointing' | 'children'> {
  /** Highlights one level in all figures that share it. */
  readonly cursor?: TimeCursor;
}

/** A column chart in the window; its levels can be pointed at, here or in an adjacent chart. */
export const ColumnChart = memo(function ColumnChart(props: ColumnChartProps) {
  const { figure, hidden } = props;
  const own = useMemo(createCursor<number>, []);
  const cursor = props.cursor ?? own;
  const pointer = useMemo(() => createCursor<Pointed<ColumnGroup>>(), []);
  const { box, slots } = columnPlaces(props);
  return (
    <>
      <ColumnPlot {...props} pointing={pointing(figure.groups, slots, cursor, pointer)}>
        <PointedGroup groups={figure.groups} slots={slots} box={box} cursor={cursor} />
      </ColumnPlot>
      <ChartTip pointer={pointer}>
        {(group) => <ColumnTip figure={figure} hidden={hidden} group={group} />}
      </ChartTip>
    </>
  );
});

/** Loads that set their own levels have one group, which also needs a cursor position. */
function place({ level }: ColumnGroup): number {
  return level ?? 0;
}

function pointing(
  groups: readonly ColumnGroup[],
  slots: readonly GroupSlots[],
  cursor: TimeCursor,
  pointer: Cursor<Pointed<ColumnGroup>>,
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

interface PointedGroupProps {
  readonly groups: readonly ColumnGroup[];
  readonly slots: readonly GroupSlots[];
  readonly box: PlotBox;
  readonly cursor: TimeCursor;
}

/** A shade behind the group of the level pointed at, here or in another figure. */
function PointedGroup({ groups, slots, box, cursor }: PointedGroupProps) {
  const level = useCursor(cursor);
  const slot = slots[groups.findIndex((group) => place(group) === level)];
  if (level === null || !slot) return null;
  const { x, width } = slot.band;
  return (
    <rect x={x} y={box.top} width={width} height={box.height + 30} fill="var(--wb-hover)" rx={3} />
  );
}
