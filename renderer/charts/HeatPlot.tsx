import { memo, type PointerEvent, type ReactNode, useState } from 'react';
import { type Work, workWords } from '../../contracts/work.ts';
import { countOf, shortDigits } from '../../metrics/format.ts';
import { edgeText, type HeatGrid, readHeat } from '../data/heatMap.ts';
import { momentText } from '../data/timeTicks.ts';
import { type TimeCursor, useCursor } from './cursor.ts';
import { mapRange, type PlotBox } from './geometry.ts';
import { HeatAxes } from './HeatAxes.tsx';
import { ink, tickSize } from './look.ts';
import { usePlotBox } from './plotBox.ts';
import { type TimeMark, TimeMarks } from './TimeMarks.tsx';

interface HeatPlotProps {
  readonly width: number;
  readonly height: number;
  /** Unit that the cells count. */
  readonly counts: Work;
  readonly grid: HeatGrid;
  readonly domain: readonly [number, number];
  /** End of the warm-up in seconds; null while it lasts, 0 if there was none. */
  readonly measuredFrom: number | null;
  readonly cursor: TimeCursor;
  readonly timeLabels: boolean;
  readonly marks?: readonly TimeMark[];
  /** The cells as shapes; absent if a canvas in the background shows them. */
  readonly cells?: (box: PlotBox) => ReactNode;
}

/** Axes, legend and read-out of a heat map, aligned with the strips above and below. */
export const HeatPlot = memo(function HeatPlot(props: HeatPlotProps) {
  const { width, height, grid, domain, measuredFrom, cursor } = props;
  const [row, setRow] = useState<number | null>(null);
  const box = usePlotBox(width, height, props.timeLabels);
  if (box.width < 20 || box.height < 10) return null;
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
      <HeatAxes
        box={box}
        grid={grid}
        domain={domain}
        measuredFrom={measuredFrom}
        timeLabels={props.timeLabels}
      />
      <TimeMarks box={box} domain={domain} marks={props.marks} labels={false} />
      <HeatCursor box={box} domain={domain} cursor={cursor}>
        {(at) =>
          row !== null && <Reading counts={props.counts} {...{ grid, domain, at, row, box }} />
        }
      </HeatCursor>
    </svg>
  );
});

interface ReadingProps {
  readonly counts: Work;
  readonly grid: HeatGrid;
  readonly domain: readonly [number, number];
  readonly at: number;
  readonly row: number;
  readonly box: PlotBox;
}

/** Time, band and count of the cell under the pointer. */
function Reading({ counts, grid, domain, at, row, box }: ReadingProps) {
  const reading = readHeat(grid, at, row);
  if (!reading) return null;
  const { start, end, lowMs, highMs, count } = reading;
  const { one, many } = workWords[counts];
  const length = `${shortDigits(end - start, 2)} s`;
  const text = `${momentText(start, domain)} · ${edgeText(lowMs)}–${edgeText(highMs)} ms · ${countOf(count, one, many)} in ${length}`;
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

interface HeatCursorProps {
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
  readonly cursor: TimeCursor;
  /** Readout for the moment pointed at. */
  readonly children: (at: number) => ReactNode;
}

/** The shared line at the moment pointed at; separate from the cells, so that moving redraws nothing else. */
function HeatCursor({ box, domain, cursor, children }: HeatCursorProps) {
  const at = useCursor(cursor);
  if (at === null || at < domain[0] || at > domain[1]) return null;
  const x = mapRange(domain, [box.left, box.left + box.width])(at);
  return (
    <>
      <line
        x1={x}
        x2={x}
        y1={box.top}
        y2={box.top + box.height}
        stroke={ink.text}
        strokeWidth={1}
      />
      {children(at)}
    </>
  );
}
