import type { RunSummary } from '../../../contracts/history.ts';
import { attempt } from '../../components/attempt.ts';
import { notifyUndo } from '../../components/notify.tsx';
import { engine, queryClient } from '../../transport/engine.ts';
import { useHistory } from './historyStore.ts';
import { historyKey, type Read } from './useRuns.ts';

/** Every query about runs. */
const allRuns = ['runs'] as const;

/** Shows a change immediately, until the engine's answer replaces it. */
function patch(change: (runs: RunSummary[]) => RunSummary[]): void {
  queryClient.setQueriesData<Read>({ queryKey: historyKey }, (read) => {
    if (!read) return read;
    const runs = change(read.runs);
    const gone = read.runs.length - runs.length;
    return { ...read, runs, matching: read.matching - gone, total: read.total - gone };
  });
}

function patchRun(run: RunSummary, part: Partial<RunSummary>): void {
  patch((runs) => runs.map((one) => (one.id === run.id ? { ...one, ...part } : one)));
}

/** Renames a run; the list shows it immediately and reverts if the engine refuses. */
export async function renameRun(run: RunSummary, name: string): Promise<void> {
  patchRun(run, { name });
  await attempt(
    'The run could not be renamed',
    () => engine.runs.rename({ runId: run.id, name }),
    allRuns,
  );
}

export async function setTags(run: RunSummary, tags: string[]): Promise<void> {
  patchRun(run, { tags });
  await attempt(
    'The tags could not be saved',
    () => engine.history.setTags({ runId: run.id, tags }),
    allRuns,
  );
}

/** @returns whether it is saved. */
export function setNote(run: RunSummary, note: string): Promise<boolean> {
  return attempt(
    'The note could not be saved',
    () => engine.history.setNote({ runId: run.id, note }),
    allRuns,
  );
}

export async function setPinned(run: RunSummary, pinned: boolean): Promise<void> {
  patchRun(run, { pinned });
  const what = pinned ? 'The run could not be pinned' : 'The run could not be unpinned';
  await attempt(what, () => engine.history.setPinned({ runId: run.id, pinned }), allRuns);
}

function nameOf(runs: readonly RunSummary[]): string {
  const [only] = runs;
  return only && runs.length === 1 ? `“${only.name}”` : `${runs.length} runs`;
}

/** Deletes runs and offers to restore them. Runs in progress are skipped. */
export async function removeRuns(chosen: readonly RunSummary[]): Promise<void> {
  const runs = chosen.filter(({ status }) => status !== 'running');
  const ids = new Set(runs.map(({ id }) => id));
  patch((shown) => shown.filter(({ id }) => !ids.has(id)));
  const removed: RunSummary[] = [];
  await attempt(
    runs.length === 1 ? 'The run could not be deleted' : 'Not all runs could be deleted',
    async () => {
      for (const run of runs) {
        await engine.runs.remove({ runId: run.id });
        removed.push(run);
      }
    },
    allRuns,
  );
  const left = [...useHistory.getState().chosen].filter(([id]) => !ids.has(id));
  useHistory.setState({ chosen: new Map(left) });
  if (removed.length > 0) notifyUndo(`Deleted ${nameOf(removed)}`, () => restoreRuns(removed));
}

async function restoreRuns(runs: readonly RunSummary[]): Promise<void> {
  await attempt(
    'Not all runs could be restored',
    async () => {
      for (const run of runs) await engine.runs.restore({ runId: run.id });
    },
    allRuns,
  );
}
