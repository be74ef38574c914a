import { memo } from 'react';
import { threeDigits } from '../../metrics/format.ts';
import { edgeText, type HeatGrid, latencyTicks } from '../data/heatMap.ts';
import { heatColors } from '../look/heatTokens.ts';
import { TimeAxis } from './Axes.tsx';
import { mapRange, type PlotBox } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface HeatAxesProps {
  readonly box: PlotBox;
  readonly grid: HeatGrid;
  readonly domain: readonly [number, number];
  /** End of the warm-up in seconds; null while it lasts, 0 if there was none. */
  readonly measuredFrom: number | null;
  readonly timeLabels: boolean;
}

/** Frame of a heat map, on screen and in print: both axes, the end of the warm-up, the colours. */
export function HeatAxes({ box, grid, domain, measuredFrom, timeLabels }: HeatAxesProps) {
  const x = mapRange(domain, [box.left, box.left + box.width]);
  return (
    <>
      {measuredFrom !== null && measuredFrom > domain[0] && (
        <path
          d={`M${x(Math.min(measuredFrom, domain[1]))} ${box.top}v${box.height}`}
          stroke={ink.axis}
          strokeWidth={1}
          strokeDasharray="2 2"
        />
      )}
      <LatencyAxis box={box} edgesMs={grid.edgesMs} />
      <TimeAxis box={box} domain={domain} labels={timeLabels} />
      <HeatLegend
        box={box}
        least={grid.steps[0] ?? 0}
        most={grid.steps.at(-1) ?? 0}
        steps={grid.steps.length}
      />
    </>
  );
}

interface LatencyAxisProps {
  readonly box: PlotBox;
  readonly edgesMs: readonly number[];
}

/** A live grid is recreated at each moment, but its edges seldom change. */
function sameAxis(a: LatencyAxisProps, b: LatencyAxisProps): boolean {
  const { edgesMs } = a;
  return (
    a.box === b.box &&
    edgesMs.length === b.edgesMs.length &&
    edgesMs.every((edge, index) => edge === b.edgesMs[index])
  );
}

const LatencyAxis = memo(function LatencyAxis({ box, edgesMs }: LatencyAxisProps) {
  const [low = 1, high = 10] = [edgesMs[0], edgesMs.at(-1)];
  const y = mapRange([Math.log10(low), Math.log10(high)], [box.top + box.height, box.top]);
  const places = latencyTicks(edgesMs).map((ms) => ({
    ms,
    at: Math.round(y(Math.log10(ms))) + 0.5,
  }));
  const gap = 11;
  const shown = places.filter(({ at }, index) => {
    const lower = places[index - 1];
    return !lower || places.length <= box.height / gap || lower.at - at >= gap;
  });
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {shown.map(({ ms, at }) => (
        <g key={ms}>
          <line x1={box.left - 4} x2={box.left} y1={at} y2={at} stroke={ink.axis} strokeWidth={1} />
          <text x={box.left - 8} y={at + 3.5} textAnchor="end">
            {edgeText(ms)}
          </text>
        </g>
      ))}
      <line
        x1={box.left}
        x2={box.left + box.width}
        y1={box.top + box.height + 0.5}
        y2={box.top + box.height + 0.5}
        stroke={ink.axis}
        strokeWidth={1}
      />
    </g>
  );
}, sameAxis);

interface HeatLegendProps {
  readonly box: PlotBox;
  /** Requests per second at which the first and the last colour start. */
  readonly least: number;
  readonly most: number;
  /** Colours. */
  readonly steps: number;
}

/** The colours, with the rates at which the lowest and the highest start. */
const HeatLegend = memo(function HeatLegend({ box, least, most, steps }: HeatLegendProps) {
  const left = box.left + box.width + 10;
  const tall = Math.max(2, Math.min(9, (box.height - 4) / steps));
  const bottom = box.top + box.height;
  const top = bottom - tall * steps;
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {heatColors.slice(0, steps).map((color, step) => (
        <rect
          key={color}
          x={left}
          y={bottom - (step + 1) * tall}
          width={9}
          height={tall + 0.3}
          fill={color}
        />
      ))}
      <text x={left + 14} y={top + 9}>
        {`≥ ${threeDigits(most)}/s`}
      </text>
      <text x={left + 14} y={bottom - 1}>
        {`≥ ${threeDigits(least)}/s`}
      </text>
    </g>
  );
});
