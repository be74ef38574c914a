import { markerPath } from '../look/markers.ts';
import { ink, type LegendItem } from './look.ts';
import { DoubtStrokes, TextureStrokes } from './TextureStrokes.tsx';

/** The symbol of a series as SVG content, 12 pixels high and as wide as {@link swatchWidth} from (x, y). */
export function Swatch({ item, x = 0, y = 0 }: { item: LegendItem; x?: number; y?: number }) {
  const open = item.fill === 'outline';
  const width = swatchWidth(item);
  return (
    <g>
      {item.dash !== null && (
        <line
          x1={x}
          x2={x + width}
          y1={y + 6}
          y2={y + 6}
          stroke={item.color}
          strokeWidth={item.width}
          strokeDasharray={item.dash === '0' ? undefined : item.dash}
          strokeOpacity={item.fill === 'half' ? 0.6 : 1}
        />
      )}
      {item.dash === null && (
        <Filled
          box={{ x: x + 0.5, y: y + 0.5, width: swatchWidth(item) - 1, height: 11, rx: 1.5 }}
          look={item}
        />
      )}
      {item.dash === null && <SwatchPattern item={item} x={x} y={y} />}
      {item.marker !== null && item.dash !== null && (
        <path
          d={markerPath(item.marker, x + width / 2, y + 6, 3.5)}
          fill={open ? 'var(--wb-panel)' : item.color}
          stroke={item.color}
          strokeWidth={1.25}
        />
      )}
      {item.marker !== null && item.dash === null && (
        <path
          d={markerPath(item.marker, x + width / 2, y + 6, 3)}
          fill={item.color}
          stroke={ink.paper}
          strokeWidth={2}
          paintOrder="stroke"
        />
      )}
    </g>
  );
}

/** The pattern of the columns, scaled down. */
function SwatchPattern({ item, x, y }: { item: LegendItem; x: number; y: number }) {
  const { pattern = 'solid', doubt } = item;
  if (doubt) {
    return <DoubtStrokes x={x + 1.5} y={y + 1.5} width={9} height={9} verdict={doubt} />;
  }
  if (pattern === 'solid') return null;
  const box = { x: x + 0.5, y: y + 0.5, width: swatchWidth(item) - 1, height: 11 };
  return <TextureStrokes {...box} texture={pattern} color={textureColor(item)} />;
}

/** Strokes are cut out of filled columns, and drawn into hollow ones. */
export function textureColor({ fill, color }: Pick<LegendItem, 'fill' | 'color'>): string {
  return fill === 'outline' ? color : ink.paper;
}

interface FilledProps {
  readonly box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>> & { readonly rx?: number };
  readonly look: Pick<LegendItem, 'fill' | 'color'>;
}

/** The inside and the edge of a column or a swatch. */
export function Filled({ box, look: { fill, color } }: FilledProps) {
  return (
    <>
      {fill === 'split' && <rect {...box} width={box.width / 2} fill={color} />}
      <rect {...box} fill={color} fillOpacity={fillOpacity[fill]} stroke={color} />
    </>
  );
}

/** Opacity of the inside of a column; one half of a split one is opaque. */
export const fillOpacity: Record<LegendItem['fill'], number> = {
  solid: 1,
  tint: 0.38,
  outline: 0,
  half: 0.68,
  split: 0,
};

/** Width of a swatch in pixels; a line has room for its dashes next to the marker. */
export function swatchWidth({ dash, marker }: LegendItem): number {
  if (dash !== null) return marker === null ? 18 : 30;
  return marker === null ? 12 : 18;
}

/** A separate swatch, next to the name of its series. */
export function SwatchIcon({ item }: { item: LegendItem }) {
  return (
    <svg width={swatchWidth(item)} height={12} aria-hidden focusable="false">
      <Swatch item={item} />
    </svg>
  );
}
