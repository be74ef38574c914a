import type { RunProgress } from '../../contracts/engine-api.ts';

const open: ReadonlySet<string> = new Set(['waiting', 'running']);

/**
 * Progress of a run, 0–1: by time if the time left is known, else by ended trials.
 * @param now milliseconds since 1970, on the clock of `startedAt`.
 */
export function runShare(
  progress: Pick<RunProgress, 'startedAt' | 'secondsLeft'> & {
    readonly trials: readonly { readonly status: string }[];
  },
  now: number,
): number {
  const { startedAt, secondsLeft, trials } = progress;
  const elapsed = Math.max(0, (now - Date.parse(startedAt)) / 1000);
  if (secondsLeft !== null && elapsed + secondsLeft > 0) {
    return Math.min(1, elapsed / (elapsed + secondsLeft));
  }
  if (trials.length === 0) return 0;
  return trials.filter(({ status }) => !open.has(status)).length / trials.length;
}
