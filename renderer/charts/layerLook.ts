import type { WireLayer } from '../../contracts/wire.ts';
import { layerStyle } from '../look/layers.ts';
import type { LegendItem } from './look.ts';

/** The look of a layer in bars and in their legend; estimates are hatched without a background. */
export function layerLook(layer: WireLayer): LegendItem & Required<Pick<LegendItem, 'pattern'>> {
  const { label, color, pattern } = layerStyle(layer);
  const shared = { key: layer, label, color, marker: null, dash: null, width: 0 };
  if (pattern === 'hollow') return { ...shared, fill: 'outline', pattern: 'rising' };
  return { ...shared, fill: 'solid', pattern: pattern === 'plain' ? 'solid' : pattern };
}
