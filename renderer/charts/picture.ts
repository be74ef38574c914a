import type { ReactNode } from 'react';
import type { LegendItem } from './look.ts';

/** All that a saved picture shows. */
export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly legend: readonly LegendItem[];
  readonly footnotes: readonly string[];
  /** Draws the chart; whatever it renders must hold one `svg` of that size. */
  readonly draw: (width: number, height: number) => ReactNode;
}
