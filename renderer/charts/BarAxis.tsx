import type { Scale } from '../data/ticks.ts';
import { tickTexts } from '../data/units.ts';
import { ink, tickSize } from './look.ts';

interface BarAxisProps {
  readonly scale: Scale;
  readonly x: (value: number) => number;
  /** Pixels between which bars lie. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** What the bars are long by, with its unit. */
  readonly title: string;
}

/** The axis below horizontal bars: lines through all of them, figures, and what they are of. */
export function BarAxis({ scale, x, top, bottom, left, right, title }: BarAxisProps) {
  const texts = tickTexts(scale.ticks);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <path
            d={`M${Math.round(x(tick)) + 0.5} ${top}V${bottom}`}
            stroke={index === 0 ? ink.axis : ink.grid}
            strokeWidth={1}
          />
          <text x={x(tick)} y={bottom + 14}>
            {texts[index]}
          </text>
        </g>
      ))}
      <text x={(left + right) / 2} y={bottom + 30}>
        {title}
      </text>
    </g>
  );
}
