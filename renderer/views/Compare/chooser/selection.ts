import { compareLimits } from '../../../../contracts/compare.ts';
import type { RunSummary } from '../../../../contracts/engine-api.ts';

/** The runs chosen so far, in the order chosen. */
export type Selection = readonly string[];

/** Maximum number of runs: the baseline and those compared with it. */
export const maxChosen = compareLimits.runs + 1;

/** Adds a run at the end, or removes it; full selections stay unchanged. */
export function withToggled(selection: Selection, id: string): Selection {
  if (selection.includes(id)) return selection.filter((one) => one !== id);
  return selection.length < maxChosen ? [...selection, id] : selection;
}

/** Makes a run the baseline, whether it was chosen before or not. */
export function withBaseline(selection: Selection, id: string): Selection {
  return [id, ...selection.filter((one) => one !== id)].slice(0, maxChosen);
}

/** Whether a run has final results. */
export function canCompare({ status, trialsDone }: RunSummary): boolean {
  return status !== 'running' && trialsDone > 0;
}

/** Runs whose name, status, tags or protocols contain every word. */
export function runsMatching(runs: readonly RunSummary[], search: string): RunSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter(({ name, status, protocols, tags, id }) => {
    const text = [name, status, ...protocols, ...tags, id].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
