import { create } from 'zustand';
import type { RunProgress } from '../../../contracts/engine-api.ts';
import { emptyHistory } from '../../data/liveHistory.ts';
import { engineEnded, useConnection } from '../../transport/connection.ts';
import { engine, queryClient } from '../../transport/engine.ts';
import { applyEvent, endedProgress, type RunState, unwatched } from './runState.ts';

/** The run that is or was watched; outside the views, so that leaving them loses nothing. */
export const useRun = create<RunState>(() => ({
  link: 'looking',
  progress: null,
  history: emptyHistory,
  secondsLeft: null,
  health: null,
  error: null,
}));

let following = false;

/** Asks whether a run is in progress and, if so, follows it to its end. Safe to call at any time. */
export async function lookForRun(): Promise<void> {
  if (following) return;
  following = true;
  try {
    const active = await engine.runs.active();
    if (active) await follow(active);
    else useRun.setState({ link: 'idle', error: null });
  } catch (error) {
    useRun.setState({ link: 'failed', error });
  } finally {
    following = false;
  }
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
  while (!(await watch(runId))) {
    useRun.setState(unwatched(useRun.getState(), engineEnded(useConnection.getState())));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (await missedEnd(runId)) break;
  }
  useRun.setState({ link: 'idle' });
  // The history has one more run, and the next one may start at once.
  void queryClient.invalidateQueries({ queryKey: ['runs'] });
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

/** Whether the run ended while nobody listened; then its stored outcome is shown. */
async function missedEnd(runId: string): Promise<boolean> {
  try {
    const active = await engine.runs.active();
    if (active?.runId === runId) return false;
    const { progress } = useRun.getState();
    if (progress) {
      useRun.setState({ progress: endedProgress(progress, await engine.runs.get({ runId })) });
    }
    return true;
  } catch (error) {
    // Still out of reach: the connection's own banner says so, and the next round asks again.
    useRun.setState({ error });
    return false;
  }
}
