import { create } from 'zustand';
import type { RunProgress } from '../../../contracts/engine-api.ts';
import { emptyHistory } from '../../data/liveHistory.ts';
import { navigate, parseRoute } from '../../navigation/navigation.ts';
import { engineEnded, useConnection } from '../../transport/connection.ts';
import { engine, queryClient } from '../../transport/engine.ts';
import { describeError } from '../../transport/errors.ts';
import { applyEvent, endedProgress, type RunState, unwatched } from './runState.ts';

/** The current or last run; outside the views, so that leaving them loses nothing. */
export const useRun = create<RunState>(() => ({
  link: 'looking',
  progress: null,
  history: emptyHistory,
  secondsLeft: null,
  health: null,
  error: null,
  missing: null,
}));

let following = false;
/** The last started run looked up, so that an ended one is queried only once. */
let lookedFor: string | null = null;

/**
 * Asks whether a run is in progress and, if so, follows it to its end and opens its result. Safe to call at any time.
 * @param started a run that was just started: if nothing is in progress any more, its end is shown, and its result opened.
 */
export async function lookForRun(started: string | null = null): Promise<void> {
  if (following) return;
  following = true;
  try {
    const active = await engine.runs.active();
    if (active) await follow(active);
    else {
      await showEnd(started);
      useRun.setState({ link: 'idle', error: null });
    }
  } catch (error) {
    useRun.setState({ link: 'failed', error });
  } finally {
    following = false;
  }
}

/** Shows a run that ended before the window could look, such as one whose target refused it. */
async function showEnd(started: string | null): Promise<void> {
  if (started === null || started === lookedFor) return;
  lookedFor = started;
  if (useRun.getState().progress?.runId === started) return;
  useRun.setState({ history: emptyHistory });
  await watch(started);
  const { progress } = useRun.getState();
  if (progress?.runId === started) openResultOf(progress);
  else useRun.setState({ missing: started });
}

/** Goes from the Run view to the result of a completed run, unless the reader has gone elsewhere. */
function openResultOf({ runId, status }: RunProgress): void {
  if (status !== 'completed') return;
  // The address changes before the route does, and a run may be completed as soon as its view is opened.
  const route = parseRoute(window.location.hash);
  const isShown = route.view === 'run' && (route.runId === null || route.runId === runId);
  if (isShown) navigate({ view: 'result', runId });
}

async function follow(active: RunProgress): Promise<void> {
  const { runId } = active;
  const known = useRun.getState().progress?.runId === runId;
  useRun.setState({
    link: 'watching',
    progress: active,
    secondsLeft: active.secondsLeft,
    ...(known ? {} : { history: emptyHistory }),
  });
  let isFollowed = false;
  while (!(await watch(runId))) {
    useRun.setState(unwatched(useRun.getState(), engineEnded(useConnection.getState())));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const missed = await missedEnd(runId);
    isFollowed = missed === 'followed';
    if (missed !== 'goes on') break;
  }
  useRun.setState({ link: 'idle' });
  // The history has a new run, and the next one may start immediately.
  void queryClient.invalidateQueries({ queryKey: ['runs'] });
  const { progress } = useRun.getState();
  if (progress && !isFollowed) openResultOf(progress);
}

/** Follows the run's events. @returns false when they broke off before the end. */
async function watch(runId: string): Promise<boolean> {
  try {
    for await (const event of await engine.runs.watch({ runId })) {
      useRun.setState(applyEvent(useRun.getState(), event));
      if (event.type === 'end') return true;
    }
  } catch (error) {
    useRun.setState({ error });
  }
  return false;
}

/**
 * Whether the run ended unobserved; if so, its stored outcome is shown. `followed`: another one is in progress, which the
 * reader may have started.
 */
async function missedEnd(runId: string): Promise<'goes on' | 'ended' | 'followed'> {
  try {
    const active = await engine.runs.active();
    if (active?.runId === runId) return 'goes on';
    const { progress } = useRun.getState();
    if (progress) {
      useRun.setState({ progress: endedProgress(progress, await engine.runs.get({ runId })) });
    }
    return active ? 'followed' : 'ended';
  } catch (error) {
    // Removed meanwhile: there is nothing to wait for.
    if (describeError(error).code === 'RUN_NOT_FOUND') return 'ended';
    // Still unreachable: the connection's banner shows that, and the next round tries again.
    useRun.setState({ error });
    return 'goes on';
  }
}
