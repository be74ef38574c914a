import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type EngineClient, type EngineQueryKey, engine } from './engine.ts';

/**
 * Asks the engine, and shows the last answer until the next arrives, so that switching metrics does
 * not make the view jump. Stored runs do not change, so answers stay fresh for long.
 */
export function useKeptQuery<T>(
  key: EngineQueryKey,
  ask: (engine: EngineClient) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({
    queryKey: key,
    queryFn: () => ask(engine),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
