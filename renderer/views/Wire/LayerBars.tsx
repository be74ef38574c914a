import { memo, useId } from 'react';
import { bytesOf, type WireLayer } from '../../../contracts/wire.ts';
import { type LayerPattern, layerStyle } from '../../app/layers.ts';
import { protocolStyle } from '../../app/protocols.ts';
import { BottomAxis } from '../../charts/BottomAxis.tsx';
import { mapRange, markerPath } from '../../charts/geometry.ts';
import { ink } from '../../charts/look.ts';
import { zeroScale } from '../../data/ticks.ts';
import { groupDigits } from '../../data/units.ts';
import type { LayerBar } from '../../data/wire.ts';

interface LayerBarsProps {
  readonly bars: readonly LayerBar[];
  readonly layers: readonly WireLayer[];
  readonly width: number;
  readonly height: number;
}

const margin = { left: 66, right: 112, top: 4, bottom: 36 };
const usualThickness = 22;

/** Height in pixels for so many bars. */
export function layerBarsHeight(bars: number): number {
  return margin.top + margin.bottom + bars * (usualThickness + 14);
}

/** A bar for each protocol, stacked by layer. */
export const LayerBars = memo(function LayerBars({ bars, layers, width, height }: LayerBarsProps) {
  const id = useId().replace(/[^a-zA-Z0-9]/g, '');
  const most = Math.max(1, ...bars.map((bar) => bytesOf(bar.layers, layers)));
  const scale = zeroScale(most, 4, 1);
  const box = {
    left: margin.left,
    top: margin.top,
    width: Math.max(40, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  };
  const x = mapRange([scale.min, scale.max], [box.left, box.left + box.width]);
  const step = box.height / Math.max(1, bars.length);
  const thickness = Math.min(2 * usualThickness, step * 0.62);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <Patterns id={id} />
      <BottomAxis box={box} scale={scale} label="bytes" />
      {bars.map((bar, index) => (
        <Bar
          key={bar.protocol}
          {...{ bar, layers, x, id, thickness }}
          top={margin.top + index * step + (step - thickness) / 2}
        />
      ))}
    </svg>
  );
});

interface BarProps {
  readonly bar: LayerBar;
  readonly layers: readonly WireLayer[];
  readonly x: (value: number) => number;
  readonly id: string;
  readonly top: number;
  readonly thickness: number;
}

function Bar({ bar, layers, x, id, top, thickness }: BarProps) {
  const { color, marker, label } = protocolStyle(bar.protocol);
  const middle = top + thickness / 2;
  const total = bytesOf(bar.layers, layers);
  const estimated = layers.includes('tcp-ip') ? bar.estimated : 0;
  let before = 0;
  const segments = layers.map((layer) => {
    const from = before;
    before += bar.layers[layer];
    return { layer, left: x(from), width: x(before) - x(from) };
  });
  return (
    <g fontSize={11}>
      <path d={markerPath(marker, 8, middle, 4)} fill={color} />
      <text x={19} y={middle + 4} fill={ink.title} fontWeight={560}>
        {label}
      </text>
      {segments
        .filter(({ width }) => width > 0)
        .map(({ layer, left, width }) => (
          <Segment key={layer} {...{ layer, left, width, top, id, thickness }} />
        ))}
      <text x={x(total) + 7} y={middle + 4} fontWeight={560} fill={ink.title}>
        {groupDigits(total - estimated, 0)}
        {estimated > 0 && (
          <tspan dx={4} fontWeight={450} fill={ink.tick}>
            {`+ ${groupDigits(estimated, 0)} est.`}
          </tspan>
        )}
      </text>
    </g>
  );
}

interface SegmentProps {
  readonly layer: WireLayer;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly id: string;
  readonly thickness: number;
}

function Segment({ layer, left, width, top, id, thickness }: SegmentProps) {
  const { color, pattern } = layerStyle(layer);
  const hollow = pattern === 'hollow';
  const box = { x: left, y: top, width: Math.max(0.75, width), height: thickness };
  return (
    <g>
      <rect {...box} fill={hollow ? ink.paper : color} />
      {pattern !== 'plain' && <rect {...box} fill={`url(#${id}-${pattern})`} />}
      <rect
        {...box}
        fill="none"
        stroke={hollow ? color : ink.paper}
        strokeWidth={hollow ? 1 : 0.75}
      />
    </g>
  );
}

/** Strokes of the patterns, in tiles of six pixels. */
const strokes: Record<Exclude<LayerPattern, 'plain'>, { d: string; ink: string }> = {
  rising: { d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5', ink: ink.paper },
  falling: { d: 'M-1 5L1 7M0 0L6 6M5 -1L7 1', ink: ink.paper },
  dots: { d: 'M1 1.5H2.6M4 4.5H5.6', ink: ink.paper },
  upright: { d: 'M3 0V6', ink: ink.paper },
  hollow: { d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5', ink: 'var(--wb-layer-tcp-ip)' },
};

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(strokes).map(([name, { d, ink: stroke }]) => (
        <pattern key={name} id={`${id}-${name}`} width={6} height={6} patternUnits="userSpaceOnUse">
          <path
            d={d}
            stroke={stroke}
            strokeWidth={name === 'dots' ? 1.6 : 1}
            strokeOpacity={0.6}
            fill="none"
          />
        </pattern>
      ))}
    </defs>
  );
}
