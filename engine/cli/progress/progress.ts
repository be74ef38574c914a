import type { LivePoint, RunEvent, RunProgress } from '../../../contracts/engine-api.ts';

/** State of a run, derived from the engine's events. */
export interface Standing {
  readonly progress: RunProgress;
  /** The newest point of the current trial. */
  readonly point: LivePoint | null;
  readonly secondsLeft: number | null;
}

/** Processes an event. @returns null until the first snapshot. */
export function advance(standing: Standing | null, event: RunEvent): Standing | null {
  if (event.type !== 'point') {
    const newest = event.type === 'snapshot' ? event.points.at(-1) : undefined;
    const { progress } = event;
    // Later snapshots have no points; the newest one is kept until its trial is over.
    const known = standing?.point?.trial === progress.current ? standing.point : null;
    return { progress, point: newest ?? known, secondsLeft: progress.secondsLeft };
  }
  return standing && { ...standing, point: event.point, secondsLeft: event.secondsLeft };
}

/** Number of ended trials of a run, whatever their result. */
export function trialsDone({ progress }: Standing): number {
  return progress.trials.filter(({ status }) => status !== 'waiting' && status !== 'running')
    .length;
}

/** Shows a run's progress on stderr. */
export interface ProgressView {
  show(event: RunEvent): void;
  /** Removes the progress line before other output. */
  close(): void;
}

/** For `--quiet`. */
export const noProgress: ProgressView = { show: () => undefined, close: () => undefined };
