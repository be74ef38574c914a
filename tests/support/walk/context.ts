import type { WorkbenchWindow } from '../shells.ts';

/**
 * Called in every state of every view, with a name such as `history-empty`. `elsewhere` for another part
 * of a page that was checked before: only a picture is added.
 */
export type Look = (state: string, place?: 'elsewhere') => Promise<void>;

/** Input of a part of the walk through all views. */
export interface WalkContext {
  readonly window: WorkbenchWindow;
  /** Folder for its experiment files. */
  readonly folder: string;
  readonly look: Look;
}
