import { memo, useMemo } from 'react';
import { type HeatGrid, heatRuns } from '../data/heatMap.ts';
import { heatColors } from '../look/heatTokens.ts';
import { mapRange, type PlotBox } from './geometry.ts';

interface HeatCellsProps {
  readonly grid: HeatGrid;
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
}

/** The cells of a heat map as one path for each colour, neighbours merged. */
export const HeatCells = memo(function HeatCells({ grid, box, domain }: HeatCellsProps) {
  const paths = useMemo(() => {
    const x = mapRange(domain, [box.left, box.left + box.width]);
    const rows = Math.max(1, grid.edgesMs.length - 1);
    const tall = box.height / rows;
    const round = (value: number) => Math.round(value * 100) / 100;
    return heatRuns(grid).map((runs) =>
      runs
        .map(({ row, start, end }) => {
          const left = Math.max(box.left, x(start));
          const right = Math.min(box.left + box.width, x(end));
          if (right <= left) return '';
          const top = box.top + box.height - (row + 1) * tall;
          const [wide, high] = [round(right - left), round(tall)];
          return `M${round(left)} ${round(top)}h${wide}v${high}h${-wide}Z`;
        })
        .join(''),
    );
  }, [grid, box.left, box.top, box.width, box.height, domain]);
  return (
    <g data-part="cells">
      {paths.map(
        (path, step) =>
          path !== '' && (
            <path
              key={heatColors[step]}
              d={path}
              fill={heatColors[step]}
              shapeRendering="crispEdges"
            />
          ),
      )}
    </g>
  );
});
