import { memo } from 'react';
import { microseconds, type TaxRow, taxText } from '../data/clientTax.ts';
import { zeroScale } from '../data/ticks.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { BottomAxis } from './BottomAxis.tsx';
import type { DrawArea } from './figure.ts';
import { mapRange, plotWithin } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface TaxChartProps extends DrawArea {
  readonly rows: readonly TaxRow[];
}

const margin = { left: 176, right: 150, top: 4, bottom: 36 };
/** In a print column, with less room for names and values. */
const narrow = { left: 92, right: 118 };
const roomy = 480;
const bar = { height: 13, gap: 3, between: 16 };

/** Height of the chart in pixels, by its number of pairs. */
export function taxChartHeight(pairs: number): number {
  return margin.top + margin.bottom + pairs * (2 * bar.height + bar.gap + bar.between);
}

/** A pair of bars for each cell: CPU per request of the raw driver and, paler, of the library. */
export const TaxChart = memo(function TaxChart({ rows, width, height }: TaxChartProps) {
  const max = Math.max(0, ...rows.flatMap(({ tax }) => [tax.rawUs, tax.libraryUs]));
  const scale = zeroScale(max, 5);
  const tight = width < roomy;
  const sides = tight ? narrow : margin;
  const box = plotWithin(
    { width: Math.max(width, sides.left + 40 + sides.right), height },
    { ...margin, ...sides },
  );
  const x = mapRange([scale.min, scale.max], [box.left, box.left + box.width]);
  const step = box.height / Math.max(1, rows.length);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <BottomAxis
        box={box}
        scale={scale}
        label={`client CPU per request, µs${tight ? ' (upper: raw, lower: library)' : ''}`}
      />
      {rows.map((row, index) => (
        <Pair
          key={row.key}
          row={row}
          top={margin.top + index * step + step / 2}
          x={x}
          tight={tight}
        />
      ))}
    </svg>
  );
});

interface PairProps {
  readonly row: TaxRow;
  readonly top: number;
  readonly x: (value: number) => number;
  /** Omits what the axis already shows. */
  readonly tight: boolean;
}

function Pair({ row, top, x, tight }: PairProps) {
  const { tax, protocol, label, detail } = row;
  const { color, marker } = protocolStyle(protocol);
  const upper = top - bar.height - bar.gap / 2;
  const lower = top + bar.gap / 2;
  const base = x(0);
  return (
    <g fontSize={11}>
      <path d={markerPath(marker, 10, top, 4)} fill={color} />
      <text x={22} y={top + (detail === '' ? 4 : -2)} fill={ink.title} fontWeight={560}>
        {label}
      </text>
      {detail !== '' && (
        <text x={22} y={top + 12} fontSize={tickSize} fill={ink.tick}>
          {detail}
        </text>
      )}
      <rect
        x={base}
        y={upper}
        width={Math.max(1, x(tax.rawUs) - base)}
        height={bar.height}
        fill={color}
        stroke={color}
      />
      <rect
        x={base}
        y={lower}
        width={Math.max(1, x(tax.libraryUs) - base)}
        height={bar.height}
        fill={color}
        fillOpacity={0.38}
        stroke={color}
      />
      <Value x={x(tax.rawUs)} y={upper} text={`${microseconds(tax.rawUs)}${tight ? '' : ' raw'}`} />
      <Value
        x={x(tax.libraryUs)}
        y={lower}
        text={`${microseconds(tax.libraryUs)}${tight ? '' : ' library'}`}
      />
      <text
        x={Math.max(x(tax.libraryUs), x(tax.rawUs)) + (tight ? 36 : 76)}
        y={lower + 10}
        fontWeight={560}
        fill={ink.title}
      >
        {taxText(tax)}
      </text>
    </g>
  );
}

function Value({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <text x={x + 7} y={y + 10} fontSize={tickSize} fill={ink.text}>
      {text}
    </text>
  );
}
