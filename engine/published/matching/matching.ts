import type { Surrounding } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { PublishedPlace, PublishedTable } from '../../../contracts/published.ts';
import type { Saturation } from '../../../contracts/result.ts';

/** Our figures are laid beside those of a table by what stands here; all of it is pure. */

/** A run as far as tables look at it. */
export interface OurRun {
  /** Completed, in execution order. */
  readonly trials: readonly TrialResult[];
  readonly saturation: readonly Saturation[];
}

/** A figure of a trial in the table's unit, at the place in the table where it belongs. */
export interface Point {
  readonly at: PublishedPlace;
  readonly metric: string;
  readonly value: number;
}

export type FactorOfCell = 'protocol' | 'shape' | 'users' | 'rate' | 'tls' | 'client' | Surrounding;

/** How a table's figures follow from those of two places: `top` ÷ `bottom`. */
export interface Quotient {
  readonly top: PublishedPlace;
  readonly bottom: PublishedPlace;
  /** Key of the points' metric. */
  readonly metric: string;
  readonly form: 'times' | 'percent-of' | 'percent-change';
  /** As words name the two. */
  readonly names: readonly [top: string, bottom: string];
}

/** How several figures become one: the cells of a place, or the repetitions. */
export type Middle = 'mean' | 'geometric-mean' | 'median' | 'least' | 'most';

export interface Matching {
  /** The figures of a trial; empty where it does not belong to the table. */
  points(trial: TrialResult, run: OurRun): readonly Point[];
  /** The factors that {@link points} looks at, or whose levels become one figure; of the others the first level counts. */
  readonly factors: readonly FactorOfCell[];
  /** Of the cells at one place; the geometric mean when left out. */
  cells?(at: PublishedPlace): Middle;
  /** Of the repetitions; the mean when left out. */
  repetitions?(metric: string): { readonly middle: Middle; readonly of: string };
  /** Dimensions of the table that runs do not vary. */
  readonly without: readonly string[];
  /** Dimensions in which figures of a row are compared. */
  readonly pairs: readonly string[];
  /** Metrics that are compared; all when left out. */
  readonly metrics?: readonly string[];
  /** Of a table of ratios. */
  quotient?(at: PublishedPlace, metric: string): Quotient;
  /** Where a figure that the study borrowed is borrowed from. */
  lender?(at: PublishedPlace): PublishedPlace | null;
  /** What has to be known of ours, a sentence each. */
  notes(run: OurRun, table: PublishedTable): readonly string[];
}

export const languageNote =
  'The language of the service is no factor here: ours, on Node.js, stand beside each.';
