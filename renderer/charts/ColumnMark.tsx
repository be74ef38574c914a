import { repeatedDigits } from '../../metrics/central.ts';
import type { ColumnBar } from '../data/columns.ts';
import { markerPath } from '../look/markers.ts';
import type { ColumnSlot } from './columnLayout.ts';
import { doubtBox } from './hatch.ts';
import { ink, type LegendItem } from './look.ts';
import { Filled, textureColor } from './Swatch.tsx';
import { DoubtStrokes, TextureStrokes } from './TextureStrokes.tsx';

interface ColumnMarkProps {
  /** Position of the column, and the y of its foot. */
  readonly slot: ColumnSlot;
  readonly base: number;
  /** The y of a value. */
  readonly y: (value: number) => number;
  readonly column: ColumnBar;
  readonly look: LegendItem;
  /** Converts values to the unit of the axis; null if values do not fit above the columns. */
  readonly factor: number | null;
}

/** One column with its value above and its protocol's marker below; hatched if not trusted. */
export function ColumnMark(props: ColumnMarkProps) {
  const { slot, base, column, look, factor } = props;
  const middle = slot.x + slot.width / 2;
  return (
    <g>
      {column.value === null ? (
        <Missing x={middle} y={base} word={column.missing} />
      ) : (
        <Body {...props} value={column.value} />
      )}
      {slot.width >= 5 && look.marker && (
        <path
          d={markerPath(look.marker, middle, base + 9, Math.min(3.5, slot.width / 2.2))}
          fill={look.color}
        />
      )}
      {factor !== null && column.value !== null && (
        <text
          x={middle}
          y={topOf(props, column.value) - 5}
          textAnchor="middle"
          fontSize={10}
          fontWeight={500}
          fill={ink.text}
        >
          {repeatedDigits(column, factor)}
        </text>
      )}
    </g>
  );
}

/** Pixels: in columns narrower than this, lines of doubt would hide the fill, so they are only at the foot. */
const narrow = 9;
const doubtFoot = 14;

/** The rectangle of a column of that value. */
function boxOf({ slot, base, y }: ColumnMarkProps, value: number) {
  const top = y(value);
  return {
    x: slot.x + 0.5,
    y: top + 0.5,
    width: Math.max(1, slot.width - 1),
    height: Math.max(0.5, base - top - 0.5),
  };
}

/** The y of a column's upper end, including its whisker and the lines of doubt. */
function topOf(props: ColumnMarkProps, value: number): number {
  const { y, column } = props;
  const top = Math.min(y(value), y(column.high));
  return column.verdict === 'ok' ? top : Math.min(top, doubtBox(boxOf(props, value)).y);
}

function Body(props: ColumnMarkProps & { value: number }) {
  const { slot, y, column, look, value } = props;
  const middle = Math.round(slot.x + slot.width / 2) + 0.5;
  const box = boxOf(props, value);
  const foot = Math.min(box.height, doubtFoot);
  const doubted =
    slot.width < narrow ? { ...box, y: box.y + box.height - foot, height: foot } : box;
  const [low, high] = [y(column.low), y(column.high)];
  const { verdict } = column;
  const { pattern = 'solid' } = look;
  return (
    <g>
      {/* Gridlines are not to shine through what is pale. */}
      <rect {...box} fill={ink.paper} />
      <Filled box={box} look={look} />
      {pattern !== 'solid' && (
        <TextureStrokes {...box} texture={pattern} color={textureColor(look)} />
      )}
      {verdict !== 'ok' && <DoubtStrokes {...doubted} verdict={verdict} />}
      {low - high > 3 && (
        <>
          <path d={whisker(middle, low, high)} stroke={ink.paper} strokeWidth={3} fill="none" />
          <path d={whisker(middle, low, high)} stroke={ink.title} strokeWidth={1} fill="none" />
        </>
      )}
    </g>
  );
}

function whisker(x: number, low: number, high: number): string {
  return `M${x} ${low}V${high}M${x - 3} ${high}h6M${x - 3} ${low}h6`;
}

/** A cross in place of a column, for a cell without a value. */
function Missing({ x, y, word }: { x: number; y: number; word: string }) {
  const color = word === 'failed' || word === 'no successes' ? ink.bad : ink.tick;
  return <path d={`M${x - 3.5} ${y - 10}l7 7m0 -7l-7 7`} stroke={color} strokeWidth={1.5} />;
}
