import type { RunSummary } from '../../../contracts/history.ts';
import { formatDuration } from '../../../figures/format.ts';

type Times = Pick<RunSummary, 'startedAt' | 'endedAt'>;

/** How long a run took, in seconds; null while it runs or where nobody knows. */
export function secondsOf({ startedAt, endedAt }: Times): number | null {
  if (endedAt === null) return null;
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** How long a run took, in words. */
export function describeSpan(times: Times): string {
  const seconds = secondsOf(times);
  return formatDuration(seconds === null ? null : seconds < 60 ? seconds : Math.round(seconds));
}
