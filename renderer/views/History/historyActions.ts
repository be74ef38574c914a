import type { RunSummary } from '../../../contracts/engine-api.ts';
import { notifyError, notifyUndo } from '../../components/notify.tsx';
import { engine, queryClient } from '../../transport/engine.ts';

/** Key of the list of runs in the cache. */
export const historyKey = ['runs', 'list'] as const;

function patch(change: (runs: RunSummary[]) => RunSummary[]): void {
  queryClient.setQueryData<RunSummary[]>(historyKey, (runs) => runs && change(runs));
}

async function attempt(what: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    notifyError(error, what);
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['runs'] });
  }
}

/** Renames a run; the list shows it at once and goes back if the engine refuses. */
export async function renameRun(run: RunSummary, name: string): Promise<void> {
  patch((runs) => runs.map((one) => (one.id === run.id ? { ...one, name } : one)));
  await attempt('The run was not renamed', () => engine.runs.rename({ runId: run.id, name }));
}

/** Deletes a run and offers to bring it back. */
export async function removeRun(run: RunSummary): Promise<void> {
  patch((runs) => runs.filter((one) => one.id !== run.id));
  const removed = await attempt('The run was not deleted', () =>
    engine.runs.remove({ runId: run.id }),
  );
  if (removed) notifyUndo(`Deleted “${run.name}”`, () => restoreRun(run));
}

async function restoreRun(run: RunSummary): Promise<void> {
  await attempt('The run was not brought back', () => engine.runs.restore({ runId: run.id }));
}
