import type { RunSummary } from '../../../contracts/engine-api.ts';
import { formatDuration } from '../../components/format.ts';

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

/** The runs whose name, status or protocols contain every word of the search. */
export function matching(runs: readonly RunSummary[], search: string): RunSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    const text = [run.name, run.status, run.verdict, ...run.protocols].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
