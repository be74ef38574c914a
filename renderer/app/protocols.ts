import type { Protocol } from '../../contracts/words.ts';

/** The shape drawn at data points, so that colour never carries a meaning alone. */
export type MarkerShape = 'circle' | 'square' | 'triangle';

/** What fills the columns of a protocol, so that a print in grey can still be read. */
export type ColumnPattern = 'solid' | 'stripes' | 'dots';

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
    soap: { line: '#d55e00', text: '#a84600', soft: '#fcece0' },
    grpc: { line: '#009e73', text: '#00704f', soft: '#e0f4ed' },
  },
  dark: {
    rest: { line: '#56b4e9', text: '#7cc6f0', soft: '#16303f' },
    soap: { line: '#ee8a3c', text: '#f5a464', soft: '#3b2614' },
    grpc: { line: '#2cbf96', text: '#56d3b0', soft: '#10332a' },
  },
};

const shapes: Record<Protocol, Pick<ProtocolStyle, 'label' | 'marker' | 'dash' | 'pattern'>> = {
  rest: { label: 'REST', marker: 'circle', dash: '0', pattern: 'solid' },
  soap: { label: 'SOAP', marker: 'square', dash: '6 3', pattern: 'stripes' },
  grpc: { label: 'gRPC', marker: 'triangle', dash: '2 3', pattern: 'dots' },
};

/** The one look that a protocol has everywhere. */
export function protocolStyle(protocol: Protocol): ProtocolStyle {
  return {
    ...shapes[protocol],
    color: `var(--wb-${protocol})`,
    textColor: `var(--wb-${protocol}-text)`,
    softColor: `var(--wb-${protocol}-soft)`,
  };
}
