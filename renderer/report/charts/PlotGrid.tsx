import { mapRange, type PlotBox } from '../../charts/geometry.ts';
import { ink, tickSize } from '../../charts/look.ts';
import type { Scale } from '../../data/ticks.ts';

interface PlotGridProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  readonly texts: readonly string[];
  readonly unit: string;
  readonly log?: boolean;
}

/** Hairlines at the ticks of the upright axis, their values at the left, the unit above them. */
export function PlotGrid({ box, scale, texts, unit, log = false }: PlotGridProps) {
  const along = log ? Math.log10 : (value: number) => value;
  const y = mapRange([along(scale.min), along(scale.max)], [box.top + box.height, box.top]);
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      <text x={0} y={10}>
        {unit}
      </text>
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <path
            d={`M${box.left} ${Math.round(y(along(tick)) * 10) / 10}h${box.width}`}
            stroke={ink.grid}
            strokeWidth={1}
          />
          <text x={box.left - 6} y={y(along(tick)) + 3.5} textAnchor="end">
            {texts[index]}
          </text>
        </g>
      ))}
      <path
        d={`M${box.left} ${box.top + box.height}h${box.width}`}
        stroke={ink.axis}
        strokeWidth={1}
      />
    </g>
  );
}
