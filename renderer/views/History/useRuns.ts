import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryPage, RunOutcome, RunSummary } from '../../../contracts/history.ts';
import { type EngineClient, engine } from '../../transport/engine.ts';
import type { Asked } from './historyStore.ts';
import { type RowRange, stretchOf } from './pages.ts';
import { boundsOf } from './period.ts';

/** Cache key of everything read from the history; runs that end or start invalidate it with `['runs']`. */
export const historyKey = ['runs', 'search'] as const;

/** Polling interval of a list with a run in progress, in milliseconds. */
const liveRefreshMs = 3000;
/** Maximum number of runs per query of the engine. */
const maxAtOnce = 1000;

/** A range of the matching runs. */
export interface Read extends HistoryPage {
  readonly offset: number;
}

function search(asked: Asked, stretch: RowRange, signal?: AbortSignal): Promise<HistoryPage> {
  const { period, ...filter } = asked;
  const query: Parameters<EngineClient['history']['search']>[0] = {
    ...filter,
    ...boundsOf(period, new Date()),
    ...stretch,
  };
  return engine.history.search(query, signal ? { signal } : {});
}

/**
 * The matching runs around the visible rows. While new ones are loading, the previous ones are
 * kept, so that nothing flickers while typing or scrolling.
 */
export function useRuns(asked: Asked, visible: { start: number; end: number }) {
  const stretch = stretchOf(visible.start, visible.end);
  return useQuery({
    queryKey: [...historyKey, asked, stretch],
    queryFn: async ({ signal }): Promise<Read> => ({
      ...(await search(asked, stretch, signal)),
      offset: stretch.offset,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ status }) => status === 'running') ? liveRefreshMs : false,
  });
}

/** All runs that match, however many. */
export async function readAll(asked: Asked): Promise<RunSummary[]> {
  const all: RunSummary[] = [];
  for (;;) {
    const { runs, matching } = await search(asked, { offset: all.length, limit: maxAtOnce });
    all.push(...runs);
    if (runs.length === 0 || all.length >= matching) return all;
  }
}

/** A run with its findings; null while it is in progress. */
export interface FoundRun extends RunSummary {
  readonly found: RunOutcome | null;
}

/** All matching runs, with their findings. */
export async function readFound(asked: Asked): Promise<FoundRun[]> {
  const found: FoundRun[] = [];
  for (const run of await readAll(asked)) {
    found.push({ ...run, found: await engine.history.outcome({ runId: run.id }) });
  }
  return found;
}
