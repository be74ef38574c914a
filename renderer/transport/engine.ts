import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { EngineContract } from '../../contracts/engine-api.ts';
import { linkEvents, reconnectingLink } from './connection.ts';
import { connectMessagePort } from './messagePort.ts';
import { claimTokens } from './token.ts';
import { connectWebSocket } from './websocket.ts';

export type EngineClient = ContractRouterClient<EngineContract>;

/** The engine, wherever it runs. {@link describeError} describes the errors of its calls. */
export const engine: EngineClient = createORPCClient<EngineClient>(reconnectingLink);

/** Cache of the engine's answers; invalidate by the first words of a key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, staleTime: 5_000, refetchOnWindowFocus: false },
  },
});

/** Opens the connection to the engine; called once, at the start. */
export function connectEngine(): void {
  if (window.wirebenchShell) connectMessagePort(linkEvents);
  else connectWebSocket(claimTokens(), linkEvents);
}

export type EngineQueryKey = readonly [area: keyof EngineClient, ...rest: unknown[]];

interface EngineQueryOptions {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly refetchInterval?: number;
  /** False if a failure is a valid answer. */
  readonly retry?: false;
  /** Shows the previous key's answer until the next arrives. */
  readonly keepPrevious?: boolean;
}

/**
 * Asks the engine and caches the answer. Keys start with the path of the procedure, as in
 * `['runs', 'get', runId]`, so that `queryClient.invalidateQueries({ queryKey: ['runs'] })` works.
 */
export function useEngineQuery<T>(
  key: EngineQueryKey,
  ask: (engine: EngineClient, signal: AbortSignal) => Promise<T>,
  options: EngineQueryOptions = {},
): UseQueryResult<T> {
  const { keepPrevious = false, ...others } = options;
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(engine, signal),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...others,
  });
}
