import type { ReactNode } from 'react';
import type { DrawArea } from '../charts/figure.ts';
import type { LegendItem } from '../charts/look.ts';
import { columnWidths } from '../charts/picture.ts';
import type { FigureTable } from '../data/table.ts';

/** A chart that draws itself as one `svg` of the size given, in units, without a window. */
export interface ChartModel {
  readonly legend: readonly LegendItem[];
  /** Height in units for a width. */
  height(width: number): number;
  draw(area: DrawArea): ReactNode;
  /** What it shows, for those who cannot see it. */
  readonly summary: string;
}

/** Everything that a figure is, wherever it is shown. */
export interface FigureModel {
  /** Names its files. */
  readonly stem: string;
  readonly kind: 'figure' | 'table' | 'listing';
  /** The caption that nobody wrote, without its number. */
  readonly caption: string;
  /** What `auto` means for it. */
  readonly width: 'column' | 'page';
  /** Its names and values need more room than one column has. */
  readonly alwaysWide?: true;
  readonly chart: ChartModel | null;
  readonly table: FigureTable | null;
  /** Columns of the table that a page has room for; all when left out. */
  readonly shown?: readonly number[];
  readonly text?: { readonly content: string; readonly extension: string };
}

/**
 * Charts are drawn with type of 10.5 to 11.5 units, which is to be 8 to 9 points in print: one unit
 * is 8 / 10.5 points.
 */
const unitsPerMm = 72 / 25.4 / (8 / 10.5);
/** The width of a figure in units. */
export function widthOf(width: 'column' | 'page'): number {
  return Math.round(columnWidths[width] * unitsPerMm * 10) / 10;
}
