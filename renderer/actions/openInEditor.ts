import type { RunHead } from '../../contracts/result.ts';
import { replaceExperiment } from './fileActions.ts';

/** Gives the experiment of a run to the editor: not as the file it came from, which may have changed since. */
export function openInEditor(run: Pick<RunHead, 'experiment' | 'id' | 'name'>): Promise<void> {
  return replaceExperiment(run.experiment, { kind: 'new', name: run.name, run: run.id });
}
