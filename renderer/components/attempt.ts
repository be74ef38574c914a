import { type EngineQueryKey, queryClient } from '../transport/engine.ts';
import { notifyError } from './notify.tsx';

/**
 * Does something that may fail, and says so if it does. @param what says that it failed, such as
 * `The run could not be renamed`. @param changed answers that are asked for anew, however it went.
 * @returns whether it was done.
 */
export async function attempt(
  what: string,
  act: () => Promise<unknown>,
  changed?: EngineQueryKey,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notifyError(error, what);
    return false;
  } finally {
    if (changed) await queryClient.invalidateQueries({ queryKey: changed });
  }
}
