import { useMemo } from 'react';
import type { HeatMap } from '../../contracts/heat-map.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { gridOfMap, heatTable } from '../data/heatMap.ts';
import { timeDomain } from '../data/trialSeries.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { createCursor } from './cursor.ts';
import { HeatCells } from './HeatCells.tsx';
import { HeatPlot } from './HeatPlot.tsx';

/** What is said of every heat map, for those who do not see it. */
export function heatSummary(counts: Work): string {
  const { latencyTitle, many, measure } = workWords[counts];
  return `${latencyTitle} over time: how many ${many} per second fell into each band of ${measure}. “Show data” gives the figures.`;
}

interface HeatMapFigureProps {
  readonly map: HeatMap;
  /** What the trial counts. */
  readonly counts: Work;
  readonly title: string;
  /** What saved pictures name as their origin, such as the run. */
  readonly origin: string;
  /** Seconds at which the warm-up ended; 0 where there was none. */
  readonly measuredFrom?: number;
  /** Pixels; without it the figure fills its frame. */
  readonly height?: number;
}

/** The latency of a finished trial over time. Drawn as shapes, on screen as well, so that prints stay sharp. */
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
