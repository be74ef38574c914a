import { type EngineQueryKey, queryClient } from '../transport/engine.ts';
import { notifyError } from './notify.tsx';

/**
 * Does something that may fail, and reports if it does. @param what title of the report, such as
 * `The run could not be renamed`. @param changed queries to fetch again, whatever the outcome.
 * @returns whether it succeeded.
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
