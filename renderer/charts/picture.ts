import type { ReactNode } from 'react';
import type { LegendItem } from './look.ts';

/** A height in pixels; a function if it depends on the width, as for rows whose names wrap. */
export type PlotHeight = number | ((width: number) => number);

/** The height of a plot of that width. */
export function plotHeight(height: PlotHeight, width: number): number {
  return typeof height === 'number' ? height : height(width);
}

/** Content of a figure's picture, saved from the window or included in a report. */
export interface Picture {
  readonly title: string;
  /** Text alternative. */
  readonly summary: string;
  readonly subtitle: string;
  readonly legend: readonly LegendItem[];
  readonly footnotes: readonly string[];
  /** Minimum height of the plot; for figures of many rows or panels. */
  readonly minPlot: PlotHeight;
  /** Draws the chart as one `svg` of that size, without a window. */
  readonly draw: (width: number, height: number) => ReactNode;
}

/** The size of a picture. Lengths in CSS pixels. */
export interface PictureFormat {
  readonly width: number;
  /** Height of the plot; title, legend and notes add to it. */
  readonly plot: number;
  readonly margin: number;
  /** Font size of the title; other text is as on screen. Null omits it, for figures with a caption. */
  readonly titleSize: number | null;
  /** Font size of the notes below the plot, which matter less. */
  readonly noteSize: number;
  /** Line height of the legend. */
  readonly legendLine: number;
  /** The width in print, for pictures set at their natural size. */
  readonly millimetres: number | null;
}

/** Widths of one and of both columns of a two-column page, in millimetres. */
export const columnWidths = { column: 84, page: 178 } as const;

const pxPerMm = 96 / 25.4;

function printFormat(millimetres: number, plot: number): PictureFormat {
  const width = millimetres * pxPerMm;
  return { width, plot, margin: 2, titleSize: 12, noteSize: 9, legendLine: 16, millimetres };
}

/** Sizes of saved pictures. In print, axis text of 10.5 px is 7.9 pt, the size of captions. */
export const pictureFormats = {
  screen: {
    width: 760,
    plot: 360,
    margin: 24,
    titleSize: 15,
    noteSize: 10.5,
    legendLine: 20,
    millimetres: null,
  },
  column: printFormat(columnWidths.column, 196),
  page: printFormat(columnWidths.page, 264),
} as const satisfies Record<string, PictureFormat>;
