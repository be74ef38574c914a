import { createContext, type ReactNode, type RefObject } from 'react';
import type { FigureTable } from '../data/table.ts';
import type { LegendItem } from './look.ts';
import type { PlotHeight } from './picture.ts';
import type { Zoom } from './zoom.ts';

/** The room a chart is drawn in; `print` is true in exported pictures. */
export interface DrawArea {
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** Keys of the axes that are to be logarithmic. */
  readonly log: ReadonlySet<string>;
  readonly print: boolean;
}

/** An axis that can be linear or logarithmic. */
export interface LogAxis {
  readonly key: string;
  /** What it counts, such as `latency`. */
  readonly name: string;
  /** Whether it begins logarithmic. */
  readonly log: boolean;
}

export interface ChartFrameProps {
  /** Names the figure, on screen and for assistive technology. */
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower' | null;
  /** What the chart shows, in a sentence; its text alternative. */
  readonly summary: string;
  readonly legend: readonly LegendItem[];
  readonly draw: (area: DrawArea) => ReactNode;
  /** Makes the figures behind the chart when they are asked for. */
  readonly table: () => FigureTable;
  /** Without it the chart fills its frame. */
  readonly height?: PlotHeight;
  /** Pixels up to which the plot grows with its width; at `height` when left out. */
  readonly grow?: number;
  /** The height that the plot has at least in saved pictures; for figures of many rows or panels. */
  readonly minPlot?: PlotHeight;
  /** For figures over time: the legend stands beside the title, and the unit as well. */
  readonly dense?: boolean;
  /** How to read the figures and what limits their worth; a line each in saved pictures. */
  readonly footnotes?: readonly string[];
  /** What saved pictures name as their origin, such as the run. */
  readonly origin: string;
  /** By what definition and arithmetic the figures came about; not part of saved pictures. */
  readonly how?: ReactNode;
  /** The axes that a reader may switch between linear and logarithmic. */
  readonly axes?: readonly LogAxis[];
  /** What can be pointed at and reached by key, laid over the plot; not part of pictures. */
  readonly over?: (area: DrawArea) => ReactNode;
  /** Offers to zoom in by numbers, and the way back. */
  readonly zoom?: Zoom;
  /** Given the figure while it is shown, so that something outside can take its picture. */
  readonly taken?: RefObject<FigureState | null> | undefined;
}

/** What every picture saved from within says of the run: date, TLS, machine, conditions; empty where that is not known. */
export const Provenance = createContext('');

/** A figure with what its reader has chosen. */
export interface FigureState extends ChartFrameProps, Pick<DrawArea, 'hidden' | 'log'> {
  /** See {@link Provenance}. */
  readonly provenance: string;
}
