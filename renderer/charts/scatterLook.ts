import type { Protocol } from '../../contracts/words.ts';
import { type GainFigure, gainProtocols } from '../data/sizeGain.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { LegendItem } from './look.ts';

/** Look of a protocol in a scatter plot: its marker in its colour. */
export function scatterLook(protocol: Protocol): LegendItem {
  const { label, color, marker } = protocolStyle(protocol);
  return { key: protocol, label, color, marker, dash: '0', width: 0, fill: 'solid' };
}

/** The protocols of a scatter plot. */
export function scatterLegend(figure: GainFigure): LegendItem[] {
  return gainProtocols(figure).map(scatterLook);
}
