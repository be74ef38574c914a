import { useMemo } from 'react';
import type { HeatMap } from '../../contracts/heat-map.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { gridOfMap, heatTable } from '../data/heatMap.ts';
import { timeDomain } from '../data/trialSeries.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { createCursor } from './cursor.ts';
import { HeatCells } from './HeatCells.tsx';
import { HeatPlot } from './HeatPlot.tsx';

/** Text alternative of a heat map. */
export function heatSummary(counts: Work): string {
  const { latencyTitle, many, measure } = workWords[counts];
  return `${latencyTitle} over time: how many ${many} per second fell into each band of ${measure}. “Show data” lists the values.`;
}

interface HeatMapFigureProps {
  readonly map: HeatMap;
  /** Unit that the trial counts. */
  readonly counts: Work;
  readonly title: string;
  /** Origin named in saved pictures, such as the run. */
  readonly origin: string;
  /** End of the warm-up in seconds; 0 if there was none. */
  readonly measuredFrom?: number;
  /** Pixels; without it the figure fills its frame. */
  readonly height?: number;
}

/** The latency of a finished trial over time. Drawn as shapes, even on screen, so that prints stay sharp. */
export function HeatMapFigure({
  map,
  counts,
  title,
  origin,
  measuredFrom = 0,
  height,
}: HeatMapFigureProps) {
  const grid = useMemo(() => gridOfMap(map), [map]);
  const cursor = useMemo(createCursor<number>, []);
  const end = grid.columns.at(-1)?.at ?? 0;
  const domain = useMemo(() => timeDomain(end, Number.POSITIVE_INFINITY, end), [end]);
  return (
    <ChartFrame
      dense
      title={title}
      unit="ms"
      better="lower"
      summary={heatSummary(counts)}
      legend={[]}
      draw={({ width, height: room }) => (
        <HeatPlot
          width={width}
          height={room}
          counts={counts}
          grid={grid}
          domain={domain}
          measuredFrom={measuredFrom}
          cursor={cursor}
          timeLabels
          cells={(box) => <HeatCells grid={grid} box={box} domain={domain} />}
        />
      )}
      table={() => heatTable(title, grid)}
      origin={origin}
      {...(height === undefined ? {} : { height })}
    />
  );
}
