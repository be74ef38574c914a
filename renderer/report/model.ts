import type { ReactNode } from 'react';
import type { DrawArea } from '../charts/figure.ts';
import type { LegendItem } from '../charts/look.ts';
import { columnWidths } from '../charts/picture.ts';
import type { FigureTable } from '../data/table.ts';

/** A chart drawn as one `svg` of a given size, in units, without a window. */
export interface ChartModel {
  readonly legend: readonly LegendItem[];
  /** Height in units for a width. */
  height(width: number): number;
  draw(area: DrawArea): ReactNode;
  /** Text alternative. */
  readonly summary: string;
}

/** Content of a figure, for every output. */
export interface FigureModel {
  /** Names its files. */
  readonly stem: string;
  readonly kind: 'figure' | 'table' | 'listing';
  /** The automatic caption, without its number. */
  readonly caption: string;
  /** Meaning of `auto` for it. */
  readonly width: 'column' | 'page';
  /** Its names and values need more room than one column has. */
  readonly alwaysWide?: true;
  readonly chart: ChartModel | null;
  readonly table: FigureTable | null;
  /** Columns of the table that fit in a page; all if omitted. */
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
