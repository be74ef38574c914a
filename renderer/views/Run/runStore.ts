import { create } from 'zustand';
import type { RunEvent, RunProgress } from '../../../contracts/engine-api.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { emptyHistory, historyOf, type LiveHistory, withPoint } from '../../data/live-history.ts';
import { engine } from '../../transport/engine.ts';

/** The run that is or was watched. It lives outside the views, so that leaving them loses nothing. */
export interface RunState {
  /** `looking`: the engine has not said yet whether a run is in progress. */
  readonly link: 'looking' | 'idle' | 'watching' | 'lost' | 'failed';
  readonly progress: RunProgress | null;
  readonly history: LiveHistory;
  readonly secondsLeft: number | null;
  /** Why looking failed. */
  readonly error: unknown;
}

export const useRun = create<RunState>(() => ({
  link: 'looking',
  progress: null,
  history: emptyHistory,
  secondsLeft: null,
  error: null,
}));

/** What the state becomes with an event of the engine. Pure. */
export function applyEvent(state: RunState, event: RunEvent): Partial<RunState> {
  if (event.type === 'point') {
    return { history: withPoint(state.history, event.point), secondsLeft: event.secondsLeft };
  }
  const { progress } = event;
  if (event.type === 'end') return { progress, secondsLeft: null };
  // Between trials there are no points; the last trial stays in view until the next one has some.
  const history = event.points.length > 0 ? historyOf(event.points) : state.history;
  return { link: 'watching', progress, history, secondsLeft: progress.secondsLeft, error: null };
}

/** The progress of a run whose end was missed, from what is stored of it. */
export function endedProgress(before: RunProgress, document: ResultDocument): RunProgress {
  const results = new Map(document.trials.map((trial) => [trial.index, trial]));
  const trials = before.trials.map((trial) => {
    const result = results.get(trial.index);
    return result ? { ...trial, status: result.status, result } : trial;
  });
  const { status, warnings } = document.run;
  return { ...before, status, trials, warnings, current: null, activity: '', secondsLeft: null };
}

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
    useRun.setState({ link: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (await missedEnd(runId)) break;
  }
  useRun.setState({ link: 'idle' });
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
