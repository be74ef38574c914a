import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';

/** The shape drawn at data points, so that colour never carries a meaning alone. */
export type MarkerShape =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'pentagon'
  | 'diamond'
  | 'star'
  | 'cross';

/** What fills the columns of a protocol, so that a print in grey can still be read. */
export type ColumnPattern =
  | 'solid'
  | 'stripes'
  | 'dots'
  | 'rising'
  | 'falling'
  | 'crossing'
  | 'upright';

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
 * Literal colours, for pictures that leave the window. Hues are Okabe and Ito's, told apart with
 * every common colour blindness; `text` keeps a contrast of 4.5:1 on the panel of its scheme.
 */
export const protocolColors: Record<'light' | 'dark', Record<Protocol, ProtocolPalette>> = {
  light: {
    rest: { line: '#0072b2', text: '#00629b', soft: '#e4f0f8' },
    'rest-h2': { line: '#56b4e9', text: '#1f6f9f', soft: '#e6f4fc' },
    'rest-protobuf': { line: '#3d3f8f', text: '#3d3f8f', soft: '#e9e9f6' },
    soap: { line: '#d55e00', text: '#a84600', soft: '#fcece0' },
    grpc: { line: '#009e73', text: '#00704f', soft: '#e0f4ed' },
    graphql: { line: '#cc79a7', text: '#9c3f74', soft: '#faeaf3' },
    rsocket: { line: '#b58900', text: '#7a5c00', soft: '#faf2da' },
  },
  dark: {
    rest: { line: '#56b4e9', text: '#7cc6f0', soft: '#16303f' },
    'rest-h2': { line: '#a5d8f6', text: '#b9e1f9', soft: '#1c3440' },
    'rest-protobuf': { line: '#8f92e8', text: '#a9abf0', soft: '#23244a' },
    soap: { line: '#ee8a3c', text: '#f5a464', soft: '#3b2614' },
    grpc: { line: '#2cbf96', text: '#56d3b0', soft: '#10332a' },
    graphql: { line: '#e39ac4', text: '#edb3d3', soft: '#3d2233' },
    rsocket: { line: '#e6c34a', text: '#edd178', soft: '#38300f' },
  },
};

const shapes: Record<Protocol, Pick<ProtocolStyle, 'marker' | 'dash' | 'pattern'>> = {
  rest: { marker: 'circle', dash: '0', pattern: 'solid' },
  'rest-h2': { marker: 'pentagon', dash: '10 3', pattern: 'upright' },
  'rest-protobuf': { marker: 'diamond', dash: '8 3 2 3', pattern: 'falling' },
  soap: { marker: 'square', dash: '6 3', pattern: 'stripes' },
  grpc: { marker: 'triangle', dash: '2 3', pattern: 'dots' },
  graphql: { marker: 'star', dash: '4 2 1 2', pattern: 'crossing' },
  rsocket: { marker: 'cross', dash: '1 2', pattern: 'rising' },
};

/** The one look that a protocol has everywhere. */
export function protocolStyle(protocol: Protocol): ProtocolStyle {
  return {
    ...shapes[protocol],
    label: protocolFacts[protocol].label,
    color: `var(--wb-${protocol})`,
    textColor: `var(--wb-${protocol}-text)`,
    softColor: `var(--wb-${protocol}-soft)`,
  };
}
