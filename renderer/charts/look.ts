import type { Verdict } from '../../contracts/words.ts';
import { differInTrust } from '../data/columns.ts';
import type { CellSeries } from '../data/series.ts';
import type { MarkerShape } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { Doubt, Texture } from './hatch.ts';

/** Type sizes and colours that all charts share. Colours are CSS variables, so both schemes work. */
export const ink = {
  title: 'var(--wb-ink)',
  text: 'var(--wb-ink-2)',
  tick: 'var(--wb-ink-3)',
  grid: 'var(--wb-grid)',
  shade: 'var(--wb-hover)',
  axis: 'var(--wb-line-strong)',
  paper: 'var(--wb-panel)',
  bad: 'var(--wb-bad)',
  warn: 'var(--wb-warn)',
} as const;

export const tickSize = 10.5;

/** Used inside exported pictures, where the window's fonts may be missing. */
export const fontStack = "'Inter Variable', Inter, 'Segoe UI', Helvetica, Arial, sans-serif";

/** Variant of a column or curve, relative to the plain look of its protocol. */
export type Fill = 'solid' | 'tint' | 'outline' | 'half' | 'split';

/** Look of a series in a legend. */
export interface LegendItem {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly marker: MarkerShape | null;
  /** SVG `stroke-dasharray`; null draws no line. */
  readonly dash: string | null;
  readonly width: number;
  readonly fill: Fill;
  /** Texture of its columns; none for lines. */
  readonly pattern?: 'solid' | Texture;
  /** Marks an entry that explains the lines of doubt; it has no series to hide. */
  readonly doubt?: Doubt;
  /** Names the series next to its value even if it is the only one. */
  readonly named?: boolean;
}

/** One for each stack, the environment factor with the most levels. */
const fills: readonly Fill[] = ['solid', 'tint', 'outline', 'half', 'split'];
/** Line styles of a protocol's variants, plain first. */
export const dashes: readonly string[] = ['0', '7 3', '2 2.5', '9 3 2 3', '1.5 5'];

/** The look of a series as columns: colour and marker of its protocol, fill by variant. */
export function columnLook(series: CellSeries): LegendItem {
  const { color, marker, pattern } = protocolStyle(series.protocol);
  const fill = fills[series.variant % fills.length] ?? 'solid';
  const { key, label } = series;
  return { key, label, color, marker, dash: null, width: 0, fill, pattern };
}

/** The look of a series as a curve: colour and marker of its protocol, dashes by variant. */
export function curveLook(series: CellSeries): LegendItem {
  const look = columnLook(series);
  const dash = dashes[series.variant % dashes.length] ?? '0';
  return { ...look, dash, width: 1.75, fill: series.variant === 0 ? 'solid' : 'outline' };
}

/** The entries that explain the lines of doubt for a figure's verdicts; none where all are alike. */
export function doubtLooks(verdicts: readonly Verdict[]): LegendItem[] {
  if (!differInTrust(verdicts)) return [];
  const plain = { color: ink.tick, marker: null, dash: null, width: 0, fill: 'outline' } as const;
  return (['suspect', 'client-bound'] as const)
    .filter((doubt) => verdicts.includes(doubt))
    .map((doubt) => ({ ...plain, key: doubt, label: doubt, doubt }));
}
