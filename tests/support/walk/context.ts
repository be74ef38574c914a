import type { WorkbenchWindow } from '../shells.ts';

/**
 * Called in every state of every view, with a name such as `history-empty`. `elsewhere` for another place
 * of a page that was looked at before: a picture is all that is new.
 */
export type Look = (state: string, place?: 'elsewhere') => Promise<void>;

/** What a part of the walk through all views works with. */
export interface WalkContext {
  readonly window: WorkbenchWindow;
  /** Where it may write experiment files. */
  readonly folder: string;
  readonly look: Look;
}
