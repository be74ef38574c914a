import { memo, type PointerEvent, useMemo, useSyncExternalStore } from 'react';
import type { ColumnGroup } from '../data/columns.ts';
import { ChartTip } from './ChartTip.tsx';
import { ColumnPlot, type ColumnPlotProps, columnPlaces } from './ColumnPlot.tsx';
import { ColumnTip } from './ColumnTip.tsx';
import type { GroupSlots } from './columnLayout.ts';
import { createTimeCursor, type TimeCursor } from './cursor.ts';
import type { PlotBox } from './geometry.ts';
import { createPointer, type PointerStore } from './pointer.ts';

export interface ColumnChartProps extends Omit<ColumnPlotProps, 'pointing' | 'children'> {
  /** Marks one level in all figures that share it. */
  readonly cursor?: TimeCursor;
}

/** A column figure in the window: its levels are pointed at, here or in a figure beside it. */
export const ColumnChart = memo(function ColumnChart(props: ColumnChartProps) {
  const { figure, hidden } = props;
  const own = useMemo(createTimeCursor, []);
  const cursor = props.cursor ?? own;
  const pointer = useMemo(() => createPointer<ColumnGroup>(), []);
  const { box, slots } = columnPlaces(props);
  return (
    <>
      <ColumnPlot {...props} pointing={pointing(figure.groups, slots, cursor, pointer)}>
        <Pointed groups={figure.groups} slots={slots} box={box} cursor={cursor} />
      </ColumnPlot>
      <ChartTip pointer={pointer}>
        {(group) => <ColumnTip figure={figure} hidden={hidden} group={group} />}
      </ChartTip>
    </>
  );
});

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
