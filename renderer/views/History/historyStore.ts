import { create } from 'zustand';
import type { HistoryFilter, HistorySort, RunSummary } from '../../../contracts/history.ts';
import type { Period } from './period.ts';

/** The user's query; dates are stored as chosen, such as "last 7 days". */
export interface Asked extends Omit<HistoryFilter, 'from' | 'to'> {
  readonly period: Period;
  readonly sort: HistorySort;
  readonly descending: boolean;
}

/** The field of a run being edited. */
export interface Editing {
  readonly runId: string;
  readonly part: 'name' | 'tags' | 'note';
}

interface HistoryState {
  readonly asked: Asked;
  /** Chosen runs by their id, in the order chosen. */
  readonly chosen: ReadonlyMap<string, RunSummary>;
  readonly editing: Editing | null;
}

const everything: Asked = {
  text: '',
  protocols: [],
  statuses: [],
  verdicts: [],
  tags: [],
  period: { kind: 'any' },
  pinnedOnly: false,
  sort: 'started',
  descending: true,
};

/** The state of the History view; it outlives the view, so that Back leads to the same list. */
export const useHistory = create<HistoryState>(() => ({
  asked: everything,
  chosen: new Map(),
  editing: null,
}));

export function ask(part: Partial<Asked>): void {
  useHistory.setState(({ asked }) => ({ asked: { ...asked, ...part } }));
}

/** Clears all filters; the order stays. */
export function askForAll(): void {
  const { sort, descending } = useHistory.getState().asked;
  ask({ ...everything, sort, descending });
}

/** Sorts by a column, or reverses the order if it is already sorted by that. */
export function sortBy(sort: HistorySort): void {
  const { asked } = useHistory.getState();
  const begins = sort === 'started' || sort === 'duration' || sort === 'trials';
  ask({ sort, descending: asked.sort === sort ? !asked.descending : begins });
}

/** Whether any filter is active. */
export function isNarrowed(asked: Asked): boolean {
  return (
    asked.text.trim() !== '' ||
    asked.pinnedOnly ||
    asked.period.kind !== 'any' ||
    [asked.protocols, asked.statuses, asked.verdicts, asked.tags].some((list) => list.length > 0)
  );
}

export function choose(runs: readonly RunSummary[]): void {
  useHistory.setState({ chosen: new Map(runs.map((run) => [run.id, run])) });
}

export function toggleChosen(run: RunSummary): void {
  const chosen = new Map(useHistory.getState().chosen);
  if (!chosen.delete(run.id)) chosen.set(run.id, run);
  useHistory.setState({ chosen });
}

export function edit(runId: string, part: Editing['part']): void {
  useHistory.setState({ editing: { runId, part } });
}

export function stopEditing(): void {
  useHistory.setState({ editing: null });
}
