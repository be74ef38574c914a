import { memo, type PointerEvent, useMemo } from 'react';
import type { CurveRow } from '../data/percentiles.ts';
import type { Scale } from '../data/ticks.ts';
import { nearestIndex } from '../data/trialSeries.ts';
import { ChartTip } from './ChartTip.tsx';
import { CurveTip } from './CurveTip.tsx';
import { type Cursor, createCursor, type Pointed } from './cursor.ts';
import { mapRange, type PlotBox } from './geometry.ts';
import {
  PercentilePlot,
  type PercentilePlotProps,
  percentileBox,
  sharePlaces,
} from './PercentilePlot.tsx';
import { PointerLine } from './PointerLine.tsx';

export type PercentileChartProps = Omit<PercentilePlotProps, 'places' | 'pointing' | 'children'>;

/** Percentile curves in the window, with a readout at the pointer. */
export const PercentileChart = memo(function PercentileChart(props: PercentileChartProps) {
  const { curves, width, height } = props;
  const pointer = useMemo(() => createCursor<Pointed<CurveRow>>(), []);
  const places = useMemo(() => sharePlaces(curves), [curves]);
  const { across, rows } = places;
  const box = percentileBox(width, height);
  const x = mapRange([across.min, across.max], [box.left, box.left + box.width]);
  return (
    <>
      <PercentilePlot {...props} places={places} pointing={pointing(rows, across, box, pointer)}>
        <PointerLine pointer={pointer} box={box} x={(row) => x(row.x)} />
      </PercentilePlot>
      <ChartTip pointer={pointer}>
        {(row) => <CurveTip curves={curves} hidden={props.hidden} row={row} />}
      </ChartTip>
    </>
  );
});

function pointing(
  rows: readonly CurveRow[],
  across: Scale,
  box: PlotBox,
  pointer: Cursor<Pointed<CurveRow>>,
) {
  const xs = rows.map(({ x }) => x);
  const invert = mapRange([box.left, box.left + box.width], [across.min, across.max]);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { clientX, clientY, currentTarget } = event;
    const at = clientX - currentTarget.getBoundingClientRect().left;
    const inside = at >= box.left && at <= box.left + box.width;
    const row = inside ? rows[nearestIndex(xs, invert(at))] : undefined;
    pointer.set(row ? { clientX, clientY, at: row } : null);
  };
  return { onPointerMove: move, onPointerLeave: () => pointer.set(null) };
}
