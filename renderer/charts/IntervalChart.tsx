import { memo } from 'react';
import { findingText, intervalText } from '../../metrics/comparisons.ts';
import { tickTexts } from '../../metrics/units.ts';
import { type ComparedRow, rowName, timesText } from '../data/compareRows.ts';
import { ratioPlace, ratioScale } from '../data/compareScale.ts';
import type { Scale } from '../data/ticks.ts';
import { isClearOfMarker, markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { withRoom } from './Axes.tsx';
import type { DrawArea } from './figure.ts';
import { mapRange } from './geometry.ts';
import { ink, tickSize } from './look.ts';
import { RowName } from './RowName.tsx';
import { nameLine, nameLines } from './rowNames.ts';
import { charactersIn, widthOfCharacters } from './wrapText.ts';

interface IntervalChartProps extends DrawArea {
  readonly rows: readonly ComparedRow[];
}

const margin = { left: 168, right: 168, top: 6, bottom: 38 };
/** In a print column: names have at least two lines, and only the interval is written next to a row. */
const narrow = { share: 0.44, right: 96 };
const roomy = 480;
const minRow = 34;
/** Start of a row's name, its font size, and its distance from the plot. */
const nameAt = { left: 18, size: 11, gap: 8 };
/** Half the width of the marker of a ratio. */
const half = 4.5;

/** Height of the chart in pixels, with enough lines for the names of all rows. */
export function intervalChartHeight(rows: readonly ComparedRow[], width: number): number {
  const room = nameRoom(rows, width);
  const lines = Math.max(0, ...rows.map((row) => linesOf(row, room).length));
  const rowHeight = Math.max(minRow, lines * nameLine + 8);
  return margin.top + margin.bottom + Math.max(2, rows.length) * rowHeight;
}

/**
 * Ratios to the baseline with their intervals, a row for each, on a logarithmic axis with a line at 1.
 * Filled markers are clear of 1, open ones are not; a dashed line may be chance.
 */
export const IntervalChart = memo(function IntervalChart({
  rows,
  width,
  height,
}: IntervalChartProps) {
  const scale = ratioScale(rows.map(({ compared }) => compared));
  const tight = width < roomy;
  const left = labelRoom(rows, width);
  const room = nameRoom(rows, width);
  const right = Math.max(left + 60, width - (tight ? narrow.right : margin.right));
  const bottom = height - margin.bottom;
  const along = mapRange([0, 1], [left, right]);
  const x = (times: number) => along(ratioPlace(scale, times));
  const step = (bottom - margin.top) / Math.max(1, rows.length);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <RatioAxis scale={scale} x={x} top={margin.top} bottom={bottom} />
      <text
        x={(left + right) / 2}
        y={bottom + 31}
        fontSize={tickSize}
        fill={ink.tick}
        textAnchor="middle"
      >
        times the baseline, logarithmic
      </text>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          y={margin.top + (index + 0.5) * step}
          second={step >= 2 * nameLine}
          names={linesOf(row, room, Math.floor(step / nameLine))}
          scale={scale}
          x={x}
          right={right}
          tight={tight}
        />
      ))}
    </svg>
  );
});

/** Room for the labels, limited by the plot; estimated, since print output cannot measure text. */
function labelRoom(rows: readonly ComparedRow[], width: number): number {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  const wanted = nameAt.left + widthOfCharacters(longest, nameAt.size) + nameAt.gap;
  if (width < roomy) return Math.min(width * narrow.share, wanted);
  return Math.max(margin.left, Math.min(width * 0.38, wanted));
}

/** Size available to a name. */
interface NameRoom {
  readonly width: number;
  /** See {@link narrow}. */
  readonly tight: boolean;
}

function nameRoom(rows: readonly ComparedRow[], width: number): NameRoom {
  return { width: labelRoom(rows, width) - nameAt.left - nameAt.gap, tight: width < roomy };
}

/** The name of a row, and below it the run and, where one line has no room for them, the details. */
function linesOf(
  row: ComparedRow,
  { width, tight }: NameRoom,
  most = Number.POSITIVE_INFINITY,
): string[] {
  if (most < 2) return nameLines([rowName(row)], width, nameAt.size, 1);
  const { label, run } = row;
  const whole = !tight && label.length <= charactersIn(width, nameAt.size);
  const [name = label, ...details] = whole ? [label] : label.split(' · ');
  const under = [...details, run].filter((words) => words !== '');
  return [
    ...nameLines([name], width, nameAt.size, 1),
    ...nameLines(under, width, tickSize, most - 1),
  ];
}

interface AxisProps {
  readonly scale: Scale;
  readonly x: (times: number) => number;
  readonly top: number;
  readonly bottom: number;
}

function RatioAxis({ scale, x, top, bottom }: AxisProps) {
  const all = scale.ticks.map((tick) => ({ x: x(tick), text: tickTexts([tick])[0] ?? '' }));
  // The line at 1 keeps its name, then the ends; the others as there is room.
  const named = withRoom(all, [scale.ticks.indexOf(1), 0, all.length - 1, ...all.keys()]);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <path
            d={`M${Math.round(x(tick)) + 0.5} ${top}V${bottom}`}
            stroke={ink.grid}
            strokeWidth={1}
          />
          <text x={x(tick)} y={bottom + 15}>
            {named[index]?.text}
          </text>
        </g>
      ))}
      <path
        data-part="one"
        d={`M${Math.round(x(1)) + 0.5} ${top}V${bottom + 4}`}
        stroke={ink.text}
        strokeWidth={1.5}
      />
    </g>
  );
}

interface RowProps {
  readonly row: ComparedRow;
  readonly y: number;
  /** Whether the text next to the row has room for a second line. */
  readonly second: boolean;
  /** The lines of its name. */
  readonly names: readonly string[];
  readonly scale: Scale;
  readonly x: (times: number) => number;
  /** The upper end of the axis. */
  readonly right: number;
  /** See {@link narrow}. */
  readonly tight: boolean;
}

function Row({ row, y, second, names, scale, x, right, tight }: RowProps) {
  const { pair, compared } = row;
  const { color, marker } = protocolStyle(pair.other.cell.protocol);
  const { ratio, interval, finding } = compared;
  const clear = finding === 'different' || finding === 'tentative';
  const marked = ratio && x(ratio.times);
  const [name = '', ...under] = names;
  const first = y + (under.length === 0 ? 4 : 5.5 - (under.length * nameLine) / 2);
  return (
    <g fontSize={nameAt.size}>
      <path d={markerPath(marker, 7, first - 4, 4)} fill={color} />
      <RowName name={name} under={under} x={nameAt.left} y={first} />
      {interval && (
        <g stroke={color} strokeWidth={clear ? 2.25 : 1.25} fill="none">
          <path
            d={`M${x(interval.low)} ${y}H${x(interval.high)}`}
            strokeDasharray={finding === 'tentative' ? '4 3' : undefined}
          />
          <path d={endPath(x(interval.low), y, interval.low < scale.min, -1, marked)} />
          <path d={endPath(x(interval.high), y, interval.high > scale.max, 1, marked)} />
        </g>
      )}
      {marked !== null && (
        <path
          d={markerPath(marker, marked, y, half)}
          fill={clear ? color : ink.paper}
          stroke={color}
          strokeWidth={1.5}
        />
      )}
      <text x={right + 14} y={y + (second ? -1 : 4)} fill={ink.title} fontWeight={560}>
        {timesText(compared)}
        {interval && !tight && (
          <tspan fontWeight={400} fill={ink.text} dx={6}>
            {intervalText(compared)}
          </tspan>
        )}
      </text>
      {second && (
        <text x={right + 14} y={y + 12} fontSize={tickSize} fill={ink.tick}>
          {tight ? interval && intervalText(compared) : findingText(compared)}
        </text>
      )}
    </g>
  );
}

/**
 * The end of an interval: a short stroke unless the marker is there, or an arrow if it continues beyond the axis.
 * @param marked where the marker is.
 */
function endPath(
  x: number,
  y: number,
  beyond: boolean,
  direction: 1 | -1,
  marked: number | null,
): string {
  if (!beyond && marked !== null && !isClearOfMarker(x, marked, half)) return '';
  if (!beyond) return `M${x} ${y - 4}V${y + 4}`;
  return `M${x - 5 * direction} ${y - 4}L${x} ${y}L${x - 5 * direction} ${y + 4}`;
}
