import { createContext, type ReactNode, type RefObject } from 'react';
import type { FigureTable } from '../data/table.ts';
import type { LegendItem } from './look.ts';
import type { PlotHeight } from './picture.ts';
import type { Zoom } from './zoom.ts';

/** The space a chart is drawn in; `print` is true in exported pictures. */
export interface DrawArea {
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** Keys of the logarithmic axes. */
  readonly log: ReadonlySet<string>;
  readonly print: boolean;
}

/** An axis that can be linear or logarithmic. */
export interface LogAxis {
  readonly key: string;
  /** Its quantity, such as `latency`. */
  readonly name: string;
  /** Whether it is logarithmic by default. */
  readonly log: boolean;
}

export interface ChartFrameProps {
  /** Title, on screen and for assistive technology. */
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower' | null;
  /** Summary of the chart in a sentence; its text alternative. */
  readonly summary: string;
  readonly legend: readonly LegendItem[];
  readonly draw: (area: DrawArea) => ReactNode;
  /** Builds the table of values on demand. */
  readonly table: () => FigureTable;
  /** Without it the chart fills its frame. */
  readonly height?: PlotHeight;
  /** Maximum height in pixels of a plot that grows with its width; `height` if omitted. */
  readonly grow?: number;
  /** Minimum height of the plot in saved pictures; for figures of many rows or panels. */
  readonly minPlot?: PlotHeight;
  /** For figures over time: legend and unit are next to the title. */
  readonly dense?: boolean;
  /** How to read the values and their limitations; one line each in saved pictures. */
  readonly footnotes?: readonly string[];
  /** Origin named in saved pictures, such as the run. */
  readonly origin: string;
  /** Definition and computation of the values; not part of saved pictures. */
  readonly how?: ReactNode;
  /** The axes that a reader may switch between linear and logarithmic. */
  readonly axes?: readonly LogAxis[];
  /** Interactive overlay of the plot, for pointer and keyboard; not part of pictures. */
  readonly over?: (area: DrawArea) => ReactNode;
  /** Zoom by numbers, with a reset. */
  readonly zoom?: Zoom;
  /** Receives the figure while it is shown, so that other components can save its picture. */
  readonly taken?: RefObject<FigureState | null> | undefined;
}

/** Description of the run in saved pictures: date, TLS, machine, conditions; empty if unknown. */
export const Provenance = createContext('');

/** A figure with its reader's choices. */
export interface FigureState extends ChartFrameProps, Pick<DrawArea, 'hidden' | 'log'> {
  /** See {@link Provenance}. */
  readonly provenance: string;
}
