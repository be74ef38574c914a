import type { LiveHealth, RunEvent, RunProgress } from '../../../contracts/engine-api.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { historyOf, type LiveHistory, withPoint } from '../../data/liveHistory.ts';
import { shareDone } from '../../data/matrix.ts';

/** The Run view's state of the current or last run. */
export interface RunState {
  /**
   * `looking`: it is not known yet whether a run is in progress. `lost`: the connection broke off,
   * and the run may continue unseen.
   */
  readonly link: 'looking' | 'idle' | 'watching' | 'lost' | 'failed';
  readonly progress: RunProgress | null;
  /** A run that was looked for, and is neither in progress nor the last one; null without. */
  readonly missing: string | null;
  readonly history: LiveHistory;
  readonly secondsLeft: number | null;
  /** Whether the running trial can be trusted so far; null before its first measured second. */
  readonly health: LiveHealth | null;
  /** Why the query failed. */
  readonly error: unknown;
}

/** The next state after an event of the engine. Pure. */
export function applyEvent(state: RunState, event: RunEvent): Partial<RunState> {
  if (event.type === 'point') {
    const { point, secondsLeft, health } = event;
    return { history: withPoint(state.history, point), secondsLeft, health };
  }
  const { progress } = event;
  if (event.type === 'end') return { progress, secondsLeft: null, health: null };
  // Only a first snapshot has points; the last trial stays in view until the next one has some.
  const history = event.points.length > 0 ? historyOf(event.points) : state.history;
  const { secondsLeft, health } = progress;
  return { link: 'watching', progress, history, secondsLeft, health, error: null };
}

/** How much of the running trial is done, in whole percent; null between trials and where that is unknown. */
export function percentOfTrial({
  history,
  progress,
}: Pick<RunState, 'history' | 'progress'>): number | null {
  const { running = null, current = null } = progress ?? {};
  if (!running || history.trial !== current) return null;
  const seconds = history.last?.at ?? 0;
  const share = shareDone({ ...running, seconds, done: history.ok + history.failed });
  return share === null ? null : Math.round(share * 100);
}

/** Why the run in progress cannot be controlled; null if it can. */
export function whyRefused({ link }: Pick<RunState, 'link'>): string | null {
  return link === 'lost' ? 'Connection lost: this works again once the engine answers.' : null;
}

const nothingRuns = {
  current: null,
  activity: '',
  rounds: [],
  running: null,
  health: null,
  secondsLeft: null,
} satisfies Partial<RunProgress>;

/**
 * The next state after the events break off. Pure.
 * @param ended whether the engine is known to have ended, and the run with it.
 */
export function unwatched({ progress }: RunState, ended: boolean): Partial<RunState> {
  if (!ended) return { link: 'lost', secondsLeft: null };
  return { progress: progress && brokenOff(progress), secondsLeft: null, health: null };
}

/** The progress of a run that ended with its engine. */
function brokenOff(before: RunProgress): RunProgress {
  if (before.status !== 'running') return before;
  const trials = before.trials.map((trial) =>
    trial.status === 'running' ? { ...trial, status: 'interrupted' as const } : trial,
  );
  return { ...before, ...nothingRuns, status: 'interrupted', trials };
}

/** The progress of a run whose end was missed, from the store. */
export function endedProgress(before: RunProgress, document: ResultDocument): RunProgress {
  const results = new Map(document.trials.map((trial) => [trial.index, trial]));
  const trials = brokenOff(before).trials.map((trial) => {
    const result = results.get(trial.index);
    return result ? { ...trial, status: result.status, result } : trial;
  });
  const { status, warnings } = document.run;
  return { ...before, ...nothingRuns, status, trials, warnings };
}
