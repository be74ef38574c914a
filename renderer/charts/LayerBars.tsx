import { memo } from 'react';
import { bytesOf, type WireLayer, wireLayers } from '../../contracts/wire.ts';
import { groupDigits } from '../../metrics/format.ts';
import { zeroScale } from '../data/ticks.ts';
import { type LayerBar, layerBands } from '../data/wire.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { BottomAxis } from './BottomAxis.tsx';
import type { DrawArea } from './figure.ts';
import { mapRange, plotWithin } from './geometry.ts';
import { layerLook } from './layerLook.ts';
import { ink } from './look.ts';
import { textureColor } from './Swatch.tsx';
import { TextureStrokes } from './TextureStrokes.tsx';

interface LayerBarsProps extends DrawArea {
  readonly bars: readonly LayerBar[];
}

const margin = { left: 108, right: 112, top: 4, bottom: 36 };
const defaultThickness = 22;

/** Height in pixels for this number of bars. */
export function layerBarsHeight(bars: number): number {
  return margin.top + margin.bottom + bars * (defaultThickness + 14);
}

/** A bar for each protocol, stacked by layer. */
export const LayerBars = memo(function LayerBars(props: LayerBarsProps) {
  const { bars, width, height, hidden } = props;
  const layers = wireLayers.filter((layer) => !hidden.has(layer));
  const most = Math.max(1, ...bars.map((bar) => bytesOf(bar.layers, layers)));
  const scale = zeroScale(most, 4, 1);
  const box = plotWithin(
    { width: Math.max(width, 40 + margin.left + margin.right), height },
    margin,
  );
  const x = mapRange([scale.min, scale.max], [box.left, box.left + box.width]);
  const step = box.height / Math.max(1, bars.length);
  const thickness = Math.min(2 * defaultThickness, step * 0.62);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <BottomAxis box={box} scale={scale} label="bytes" />
      {bars.map((bar, index) => (
        <Bar
          key={bar.protocol}
          {...{ bar, layers, x, thickness }}
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
  readonly top: number;
  readonly thickness: number;
}

function Bar({ bar, layers, x, top, thickness }: BarProps) {
  const { color, marker, label } = protocolStyle(bar.protocol);
  const middle = top + thickness / 2;
  const total = bytesOf(bar.layers, layers);
  const estimated = layers.includes('tcp-ip') ? bar.estimated : 0;
  let before = 0;
  const shown = layerBands(bar.layers).filter(({ layer }) => layers.includes(layer));
  const segments = shown.map(({ key, layer, around, bytes }) => {
    const from = before;
    before += bytes;
    return { key, layer, around, left: x(from), width: x(before) - x(from) };
  });
  return (
    <g fontSize={11}>
      <path d={markerPath(marker, 8, middle, 4)} fill={color} />
      <text x={19} y={middle + 4} fill={ink.title} fontWeight={560}>
        {label}
      </text>
      {segments
        .filter(({ width }) => width > 0)
        .map(({ key, ...segment }) => (
          <Segment key={key} {...segment} {...{ top, thickness }} />
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
  /** Fainter: payload bytes other than values. */
  readonly around: boolean;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly thickness: number;
}

function Segment({ layer, around, left, width, top, thickness }: SegmentProps) {
  const look = layerLook(layer);
  const hollow = look.fill === 'outline';
  const box = { x: left, y: top, width: Math.max(0.75, width), height: thickness };
  return (
    <g>
      <rect {...box} fill={hollow ? ink.paper : look.color} fillOpacity={around ? 0.55 : 1} />
      {look.pattern !== 'solid' && (
        <TextureStrokes {...box} texture={look.pattern} color={textureColor(look)} />
      )}
      <rect
        {...box}
        fill="none"
        stroke={hollow ? look.color : ink.paper}
        strokeWidth={hollow ? 1 : 0.75}
      />
    </g>
  );
}
