import { tickTexts } from '../../../metrics/units.ts';
import type { DrawArea } from '../../charts/figure.ts';
import { mapRange } from '../../charts/geometry.ts';
import { ink, tickSize } from '../../charts/look.ts';
import type { RatioRow } from '../../data/runRatios.ts';
import { zeroScale } from '../../data/ticks.ts';
import { markerPath } from '../../look/markers.ts';
import { protocolStyle } from '../../look/protocols.ts';

interface RatioBarsProps {
  readonly rows: readonly RatioRow[];
  /** Under the axis, such as `throughput, second run ÷ first`. */
  readonly words: string;
  readonly area: Pick<DrawArea, 'width' | 'height'>;
}

const row = 26;
const margin = { left: 168, right: 66, top: 4, bottom: 34 };
const narrow = { left: 112, right: 50 };

/** Height in units, by number of rows. */
export function ratioBarsHeight(rows: number): number {
  return margin.top + margin.bottom + Math.max(1, rows) * row;
}

/** A bar from 1 (no difference) to the ratio of each row. */
export function RatioBars({ rows, words, area: { width, height } }: RatioBarsProps) {
  const sides = width < 500 ? narrow : margin;
  const scale = zeroScale(
    Math.max(1.2, ...rows.map(({ ratio }) => ratio.times)),
    width < 500 ? 4 : 8,
  );
  const x = mapRange([0, scale.max], [sides.left, width - sides.right]);
  const bottom = height - margin.bottom;
  const texts = tickTexts(scale.ticks);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
        {scale.ticks.map((tick, index) => (
          <g key={tick}>
            <path d={`M${x(tick)} ${margin.top}V${bottom}`} stroke={ink.grid} strokeWidth={1} />
            <text x={x(tick)} y={bottom + 14}>
              {texts[index]}
            </text>
          </g>
        ))}
        <path d={`M${x(1)} ${margin.top}V${bottom}`} stroke={ink.title} strokeWidth={1.25} />
        <text x={(x(0) + x(scale.max)) / 2} y={bottom + 30}>
          {words}
        </text>
      </g>
      {rows.map((one, index) => (
        <RatioMark key={one.key} row={one} middle={margin.top + (index + 0.5) * row} x={x} />
      ))}
    </svg>
  );
}

interface RatioMarkProps {
  readonly row: RatioRow;
  readonly middle: number;
  readonly x: (value: number) => number;
}

function RatioMark({ row: { label, detail, protocol, ratio, text }, middle, x }: RatioMarkProps) {
  const { color, marker } = protocolStyle(protocol);
  const [from, to] = [Math.min(x(1), x(ratio.times)), Math.max(x(1), x(ratio.times))];
  return (
    <g fontSize={tickSize}>
      <path d={markerPath(marker, 6, middle - 5, 3.5)} fill={color} />
      <text x={15} y={middle - 1.5} fill={ink.title} fontWeight={560}>
        {label}
      </text>
      <text x={15} y={middle + 10} fill={ink.tick}>
        {detail}
      </text>
      <rect
        x={from}
        y={middle - 6}
        width={Math.max(0.5, to - from)}
        height={12}
        fill={color}
        fillOpacity={0.38}
        stroke={color}
      />
      <path d={markerPath(marker, x(ratio.times), middle, 3.5)} fill={color} />
      <text x={to + 8} y={middle + 3.5} fill={ink.title}>
        {text}
      </text>
    </g>
  );
}
