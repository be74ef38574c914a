import { memo, type PointerEvent, type ReactNode, useState } from 'react';
import { heatColors } from '../app/heatTokens.ts';
import { formatCount, rpsDigits } from '../components/format.ts';
import { edgeText, type HeatGrid, latencyTicks, readHeat } from '../data/heatMap.ts';
import { clock } from '../data/units.ts';
import { TimeAxis, timeTicks } from './Axes.tsx';
import type { TimeCursor } from './cursor.ts';
import { mapRange, type PlotBox } from './geometry.ts';
import { HeatCursor } from './HeatCursor.tsx';
import { plotBox } from './LineChart.tsx';
import { ink, tickSize } from './look.ts';
import { type TimeMark, TimeMarks } from './TimeMarks.tsx';

interface HeatPlotProps {
  readonly width: number;
  readonly height: number;
  readonly grid: HeatGrid;
  readonly domain: readonly [number, number];
  /** Seconds at which the warm-up ended, null while it lasts, 0 where there was none. */
  readonly measuredFrom: number | null;
  readonly cursor: TimeCursor;
  readonly timeLabels: boolean;
  readonly marks?: readonly TimeMark[];
  /** The cells, where they are shapes; nothing where a canvas behind shows them. */
  readonly cells?: (box: PlotBox) => ReactNode;
}

/** Axes, legend and read-out of a heat map, aligned with the strips above and below. */
export const HeatPlot = memo(function HeatPlot(props: HeatPlotProps) {
  const { width, height, grid, domain, measuredFrom, cursor } = props;
  const [row, setRow] = useState<number | null>(null);
  const box = plotBox(width, height, props.timeLabels);
  if (box.width < 20 || box.height < 10) return null;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const rows = grid.edgesMs.length - 1;
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - frame.left - box.left) / box.width;
    const at = domain[0] + share * (domain[1] - domain[0]);
    const up = (box.top + box.height - (event.clientY - frame.top)) / box.height;
    cursor.set(at >= domain[0] && at <= domain[1] ? at : null);
    setRow(up >= 0 && up < 1 ? Math.floor(up * rows) : null);
  };
  const leave = () => {
    cursor.set(null);
    setRow(null);
  };
  return (
    <svg
      width={width}
      height={height}
      aria-hidden
      focusable="false"
      style={{ position: 'relative' }}
      onPointerMove={move}
      onPointerLeave={leave}
    >
      {props.cells?.(box)}
      {measuredFrom !== null && measuredFrom > domain[0] && (
        <path
          d={`M${x(Math.min(measuredFrom, domain[1]))} ${box.top}v${box.height}`}
          stroke={ink.axis}
          strokeWidth={1}
          strokeDasharray="2 2"
        />
      )}
      <LatencyAxis box={box} edgesMs={grid.edgesMs} />
      <TimeAxis
        box={box}
        domain={domain}
        ticks={timeTicks(domain, Math.max(2, Math.floor(box.width / 70)))}
        labels={props.timeLabels}
      />
      <TimeMarks box={box} domain={domain} marks={props.marks} labels={false} />
      <HeatLegend box={box} steps={grid.steps} />
      <HeatCursor box={box} domain={domain} cursor={cursor}>
        {(at) => row !== null && <Reading grid={grid} at={at} row={row} box={box} />}
      </HeatCursor>
    </svg>
  );
});

function LatencyAxis({ box, edgesMs }: { box: PlotBox; edgesMs: readonly number[] }) {
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
}

/** The colours with the rates at which the lowest and the highest begin. */
const HeatLegend = memo(function HeatLegend({
  box,
  steps,
}: {
  box: PlotBox;
  steps: readonly number[];
}) {
  const left = box.left + box.width + 10;
  const tall = Math.max(2, Math.min(9, (box.height - 4) / steps.length));
  const bottom = box.top + box.height;
  const top = bottom - tall * steps.length;
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {steps.map((rate, step) => (
        <rect
          key={rate}
          x={left}
          y={bottom - (step + 1) * tall}
          width={9}
          height={tall + 0.3}
          fill={heatColors[step]}
        />
      ))}
      <text x={left + 14} y={top + 9}>
        {`≥ ${rpsDigits(steps.at(-1))}/s`}
      </text>
      <text x={left + 14} y={bottom - 1}>
        {`≥ ${rpsDigits(steps[0])}/s`}
      </text>
    </g>
  );
});

interface ReadingProps {
  readonly grid: HeatGrid;
  readonly at: number;
  readonly row: number;
  readonly box: PlotBox;
}

/** Time, band and count of the cell under the pointer. */
function Reading({ grid, at, row, box }: ReadingProps) {
  const reading = readHeat(grid, at, row);
  if (!reading) return null;
  const { start, end, lowMs, highMs, count } = reading;
  const requests = count === 1 ? 'request' : 'requests';
  const length = `${Number((end - start).toFixed(2))} s`;
  const text = `${clock(start)} · ${edgeText(lowMs)}–${edgeText(highMs)} ms · ${formatCount(count)} ${requests} in ${length}`;
  const wide = text.length * 5.9 + 16;
  return (
    <g data-part="reading">
      <rect x={box.left + 6} y={box.top + 4} width={wide} height={18} rx={4} fill={ink.title} />
      <text x={box.left + 14} y={box.top + 16.5} fontSize={tickSize} fill={ink.paper}>
        {text}
      </text>
    </g>
  );
}
