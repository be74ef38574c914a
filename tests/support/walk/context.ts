import type { WorkbenchWindow } from '../shells.ts';

/** Called in every state of every view, with a name such as `history-empty`. */
export type Look = (state: string) => Promise<void>;

/** What a part of the walk through all views works with. */
export interface WalkContext {
  readonly window: WorkbenchWindow;
  /** Where it may write experiment files. */
  readonly folder: string;
  readonly look: Look;
}
