import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import type { MarkerShape } from './markers.ts';

/** Fill pattern of a protocol's columns, so that grey prints stay readable. */
export type ColumnPattern =
  | 'solid'
  | 'stripes'
  | 'dots'
  | 'upright'
  | 'rings'
  | 'crosses'
  | 'waves';

export interface ProtocolStyle {
  readonly label: string;
  /** CSS value that follows the colour scheme; for lines, bars and markers. */
  readonly color: string;
  /** CSS value with enough contrast for text on a panel. */
  readonly textColor: string;
  /** CSS value of a faint background. */
  readonly softColor: string;
  readonly marker: MarkerShape;
  /** SVG `stroke-dasharray`; `0` is a solid line. */
  readonly dash: string;
  readonly pattern: ColumnPattern;
}

export interface ProtocolPalette {
  readonly line: string;
  readonly text: string;
  readonly soft: string;
}

/**
 * Literal colours, for exported pictures. Hues are Okabe and Ito's, distinct with
 * every common colour blindness; `text` keeps a contrast of 4.5:1 on the panel of its scheme.
 */
export const protocolColors: Record<'light' | 'dark', Record<Protocol, ProtocolPalette>> = {
  light: {
    rest: { line: '#0072b2', text: '#00629b', soft: '#e4f0f8' },
    'rest-h2': { line: '#23307a', text: '#23307a', soft: '#e6e8f5' },
    'rest-protobuf': { line: '#c77cad', text: '#8f3f72', soft: '#faeaf4' },
    soap: { line: '#d55e00', text: '#a84600', soft: '#fcece0' },
    grpc: { line: '#009e73', text: '#00704f', soft: '#e0f4ed' },
    graphql: { line: '#5c3a00', text: '#5c3a00', soft: '#f5ecdc' },
    rsocket: { line: '#6a5cff', text: '#4a3cd0', soft: '#ebe9ff' },
  },
  dark: {
    rest: { line: '#56b4e9', text: '#7cc6f0', soft: '#16303f' },
    'rest-h2': { line: '#5a62f0', text: '#a3a8fb', soft: '#1d2150' },
    'rest-protobuf': { line: '#f4c2de', text: '#f4c2de', soft: '#43283a' },
    soap: { line: '#ee8a3c', text: '#f5a464', soft: '#3b2614' },
    grpc: { line: '#2cbf96', text: '#56d3b0', soft: '#10332a' },
    graphql: { line: '#f0e442', text: '#f0e442', soft: '#3a370f' },
    rsocket: { line: '#b0483a', text: '#f0998d', soft: '#421c17' },
  },
};

const shapes: Record<Protocol, Pick<ProtocolStyle, 'marker' | 'dash' | 'pattern'>> = {
  rest: { marker: 'circle', dash: '0', pattern: 'solid' },
  'rest-h2': { marker: 'diamond', dash: '9 3 2 3', pattern: 'upright' },
  'rest-protobuf': { marker: 'triangle, point down', dash: '1 2', pattern: 'rings' },
  soap: { marker: 'square', dash: '6 3', pattern: 'stripes' },
  grpc: { marker: 'triangle', dash: '2 3', pattern: 'dots' },
  graphql: { marker: 'hexagon', dash: '4 2 1 2', pattern: 'crosses' },
  rsocket: { marker: 'star of four', dash: '12 4', pattern: 'waves' },
};

/** The look of each protocol everywhere. */
export function protocolStyle(protocol: Protocol): ProtocolStyle {
  return {
    ...shapes[protocol],
    label: protocolFacts[protocol].label,
    color: `var(--wb-${protocol})`,
    textColor: `var(--wb-${protocol}-text)`,
    softColor: `var(--wb-${protocol}-soft)`,
  };
}
