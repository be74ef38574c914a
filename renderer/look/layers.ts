import type { WireLayer } from '../../contracts/wire.ts';

/** Pattern drawn over a layer's colour, to distinguish layers in grey prints and for every eye. */
type LayerPattern = 'plain' | 'rising' | 'falling' | 'dots' | 'upright' | 'hollow';

export interface LayerStyle {
  readonly label: string;
  /** CSS value that follows the colour scheme. */
  readonly color: string;
  readonly pattern: LayerPattern;
}

/**
 * Literal colours of the layers of a message, for exported pictures. Hues are those of
 * Paul Tol's muted scheme, distinct with every common colour blindness and from those of the protocols.
 */
export const layerColors: Record<'light' | 'dark', Record<WireLayer, string>> = {
  light: {
    payload: '#332288',
    envelope: '#aa4499',
    headers: '#6db6dc',
    framing: '#c9b452',
    'tls-records': '#cc6677',
    'tls-handshake': '#882255',
    'tcp-ip': '#8b919e',
  },
  dark: {
    payload: '#9a90f5',
    envelope: '#d386c6',
    headers: '#88ccee',
    framing: '#ddcc77',
    'tls-records': '#e08a98',
    'tls-handshake': '#b9557f',
    'tcp-ip': '#7d8492',
  },
};

const looks: Record<WireLayer, Pick<LayerStyle, 'label' | 'pattern'>> = {
  payload: { label: 'Payload', pattern: 'plain' },
  envelope: { label: 'Envelope', pattern: 'rising' },
  headers: { label: 'Headers', pattern: 'plain' },
  framing: { label: 'Framing', pattern: 'dots' },
  'tls-records': { label: 'TLS records', pattern: 'upright' },
  'tls-handshake': { label: 'TLS handshake', pattern: 'falling' },
  'tcp-ip': { label: 'TCP/IP, estimated', pattern: 'hollow' },
};

/** The look of each layer everywhere. */
export function layerStyle(layer: WireLayer): LayerStyle {
  return { ...looks[layer], color: `var(--wb-layer-${layer})` };
}

/** The CSS variables of one colour scheme. */
export function layerVariables(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(layerColors[scheme]).map(([layer, color]) => [`--wb-layer-${layer}`, color]),
  );
}
