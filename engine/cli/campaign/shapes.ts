import { z } from 'zod';
import type { PublishedComparison, PublishedStudy } from '../../../contracts/published.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { StudyName } from '../../../contracts/studies.ts';

/** A figure of a run that a campaign keeps. */
const keptFigureSchema = z.object({
  /** Its name in the folder of the experiment; on a page, its path from there. */
  file: z.string(),
  caption: z.string(),
});
export type KeptFigure = z.infer<typeof keptFigureSchema>;
export const keptFiguresSchema = z.array(keptFigureSchema);

/** A run of a campaign, as shown on its pages. */
export interface CampaignResult {
  /** Of the built-in experiment. */
  readonly id: string;
  readonly study: StudyName;
  /** Whether it is the quick twin of another. */
  readonly quick: boolean;
  readonly document: ResultDocument;
  readonly published: PublishedComparison | null;
  /** Differences in size from the original experiment, a few words each. */
  readonly cut: readonly string[];
  /** Whether no size is smaller than published. */
  readonly whole: boolean;
}

/** A run with the files that its page links to. */
export interface PagedResult extends CampaignResult {
  readonly figures: readonly KeptFigure[];
  readonly runFile: {
    readonly bytes: number;
    /** Relative to the page; null if it is too large to be kept there. */
    readonly path: string | null;
  };
}

/** An experiment of published size without results in a campaign. */
export interface MissingExperiment {
  readonly id: string;
  readonly study: StudyName;
  /** A few words. */
  readonly why: string;
}

/** Contents of the pages of a campaign. */
export interface CampaignPages {
  readonly studies: readonly Omit<PublishedStudy, 'tables'>[];
  /** In the order of the studies. */
  readonly results: readonly PagedResult[];
  readonly missing: readonly MissingExperiment[];
}

/** A page and its name. */
export interface CampaignPage {
  readonly name: string;
  readonly text: string;
}
