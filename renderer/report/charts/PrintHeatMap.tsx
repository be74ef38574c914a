import type { HeatMap } from '../../../contracts/heat-map.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import type { DrawArea } from '../../charts/figure.ts';
import { plotWithin } from '../../charts/geometry.ts';
import { HeatAxes } from '../../charts/HeatAxes.tsx';
import { HeatCells } from '../../charts/HeatCells.tsx';
import { ink, tickSize } from '../../charts/look.ts';
import { gridOfMap } from '../../data/heatMap.ts';

interface PrintHeatMapProps {
  readonly map: HeatMap;
  readonly counts: Work;
  readonly area: Pick<DrawArea, 'width' | 'height'>;
}

const margin = { left: 46, right: 74, top: 22, bottom: 34 };

/** The heat map of the window with its axes named, laid out without one. */
export function PrintHeatMap({ map, counts, area: { width, height } }: PrintHeatMapProps) {
  const grid = gridOfMap(map);
  const domain = [0, grid.columns.at(-1)?.at ?? 1] as const;
  const box = plotWithin({ width, height }, margin);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <HeatCells grid={grid} box={box} domain={domain} />
      <HeatAxes box={box} grid={grid} domain={domain} measuredFrom={null} timeLabels />
      <g fontSize={tickSize} fill={ink.tick}>
        <text x={2} y={box.top - 9}>
          {workWords[counts].latency}, ms
        </text>
        <text x={box.left + box.width / 2} y={height - 3} textAnchor="middle">
          time, minutes and seconds
        </text>
      </g>
    </svg>
  );
}
