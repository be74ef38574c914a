import type { BarShapeProps } from 'recharts';
import { rpsDigits } from '../components/format.ts';
import type { Column } from '../data/columns.ts';
import { markerPath } from './geometry.ts';
import { ink, type LegendItem } from './look.ts';
import { fillOpacity } from './Swatch.tsx';

interface ColumnMarkProps {
  /** Where the column stands, as the chart laid it out. */
  readonly bar: Pick<BarShapeProps, 'x' | 'y' | 'width' | 'height'>;
  readonly column: Column;
  readonly look: LegendItem;
  /** The pattern that fills columns of trials that cannot be trusted. */
  readonly hatch: string;
  /** Turns values into the unit of the axis; null where figures do not fit above the columns. */
  readonly factor: number | null;
}

/** One column with its figure above and its protocol's marker below; hatched when not trusted. */
export function ColumnMark({ bar, column, look, hatch, factor }: ColumnMarkProps) {
  const middle = bar.x + bar.width / 2;
  const base = bar.y + bar.height;
  return (
    <g>
      {column.value === null ? (
        <Missing x={middle} y={base} word={column.missing} />
      ) : (
        <Body bar={bar} column={column} look={look} hatch={hatch} />
      )}
      {bar.width >= 5 && look.marker && (
        <path
          d={markerPath(look.marker, middle, base + 9, Math.min(3.5, bar.width / 2.2))}
          fill={look.color}
        />
      )}
      {factor !== null && column.value !== null && (
        <text
          x={middle}
          y={top(bar, column) - 5}
          textAnchor="middle"
          fontSize={10}
          fontWeight={500}
          fill={ink.text}
        >
          {rpsDigits(column.value * factor)}
        </text>
      )}
    </g>
  );
}

/** The y of the highest ink of a column. */
function top(bar: ColumnMarkProps['bar'], column: Column): number {
  return Math.min(bar.y, yOf(bar, column, column.high));
}

/** Where a value near the column's own stands; the column gives the scale. */
function yOf(bar: ColumnMarkProps['bar'], { value }: Column, at: number): number {
  const base = bar.y + bar.height;
  return value && bar.height > 0 ? base - (bar.height * at) / value : base;
}

function Body({ bar, column, look, hatch }: Omit<ColumnMarkProps, 'factor'>) {
  const middle = Math.round(bar.x + bar.width / 2) + 0.5;
  const box = {
    x: bar.x + 0.5,
    y: bar.y + 0.5,
    width: Math.max(1, bar.width - 1),
    height: Math.max(0.5, bar.height - 0.5),
  };
  const [low, high] = [yOf(bar, column, column.low), yOf(bar, column, column.high)];
  const trusted = column.verdict === 'ok';
  const opacity = trusted ? fillOpacity[look.fill] : 0.14;
  return (
    <g>
      <rect {...box} fill={look.color} fillOpacity={opacity} stroke={look.color} />
      {!trusted && <rect {...box} fill={hatch} />}
      {low - high > 3 && (
        <path d={whisker(middle, low, high)} stroke={ink.title} strokeWidth={1} fill="none" />
      )}
    </g>
  );
}

function whisker(x: number, low: number, high: number): string {
  return `M${x} ${low}V${high}M${x - 3} ${high}h6M${x - 3} ${low}h6`;
}

/** A cross where a column would stand, for a cell without a figure. */
function Missing({ x, y, word }: { x: number; y: number; word: string }) {
  const color = word === 'failed' || word === 'no successes' ? ink.bad : ink.tick;
  return <path d={`M${x - 3.5} ${y - 10}l7 7m0 -7l-7 7`} stroke={color} strokeWidth={1.5} />;
}
