import type { ReactNode } from 'react';
import type { LegendItem } from './look.ts';

/** All that a saved picture shows. */
export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly legend: readonly LegendItem[];
  readonly footnotes: readonly string[];
  /** Height that the plot has at least, in pixels; for figures of many rows or panels. */
  readonly leastPlot: number;
  /** Draws the chart; whatever it renders must hold one `svg` of that size. */
  readonly draw: (width: number, height: number) => ReactNode;
}

/** The size of a saved picture. Lengths in CSS pixels, of which 96 are an inch. */
export interface PictureFormat {
  readonly width: number;
  /** Height of the plot; title, legend and notes add to it. */
  readonly plot: number;
  readonly margin: number;
  /** Of the title; the rest keeps the sizes of the screen. */
  readonly titleSize: number;
  /** Writes the width in millimetres, for what is set at its natural size. */
  readonly print: boolean;
}

const pxPerMm = 96 / 25.4;

/**
 * Sizes of saved pictures. Print widths are those of one and of both columns of a two-column page;
 * axis text of 10.5 px is 7.9 pt there, as large as captions are set.
 */
export const pictureFormats = {
  screen: { width: 760, plot: 360, margin: 24, titleSize: 15, print: false },
  column: { width: 84 * pxPerMm, plot: 196, margin: 2, titleSize: 12, print: true },
  page: { width: 178 * pxPerMm, plot: 264, margin: 2, titleSize: 12, print: true },
} as const satisfies Record<string, PictureFormat>;
