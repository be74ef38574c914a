import type { WorkbenchWindow } from '../shells.ts';
import type { Look } from '../view-walk.ts';

/** What a part of the walk through all views works with. */
export interface WalkContext {
  readonly window: WorkbenchWindow;
  /** Where it may write experiment files. */
  readonly folder: string;
  /** Called in every state of every view, with a name such as `history-empty`. */
  readonly look: Look;
}
