import type { RemoteTarget, SavedTarget } from '../../../../contracts/services.ts';
import { notifyError, notifyUndo } from '../../../components/notify.tsx';
import { engine, queryClient } from '../../../transport/engine.ts';
import { forgetChecks } from './targetChecks.ts';

/** Cache key of the list of targets. */
export const targetsKey = ['services', 'targets'] as const;

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: targetsKey });
}

/** Adds or changes a target. @returns null if the engine refused, which has then been reported. */
export async function keepTarget(
  id: string | null,
  target: RemoteTarget,
): Promise<SavedTarget | null> {
  try {
    const saved = await engine.services.targets.save({ id, target });
    forgetChecks(saved.id);
    await refresh();
    return saved;
  } catch (error) {
    notifyError(error, 'The target could not be saved');
    return null;
  }
}

/** Removes a target and offers to restore it. */
export async function dropTarget(target: SavedTarget): Promise<void> {
  try {
    const removed = await engine.services.targets.remove({ id: target.id });
    notifyUndo(`Removed “${target.name}”`, () => restoreTarget(removed));
  } catch (error) {
    notifyError(error, 'The target could not be removed');
  }
  await refresh();
}

async function restoreTarget(target: SavedTarget): Promise<void> {
  try {
    await engine.services.targets.restore(target);
  } catch (error) {
    notifyError(error, 'The target could not be restored');
  }
  await refresh();
}
