import type { RunSummary } from '../../../contracts/history.ts';
import { formatDuration } from '../../../metrics/format.ts';
import { runSeconds } from '../../data/runSummary.ts';

type Times = Pick<RunSummary, 'startedAt' | 'endedAt'>;

/** Duration of a run, in words. */
export function describeSpan(times: Times): string {
  const seconds = runSeconds(times);
  return formatDuration(seconds === null ? null : seconds < 60 ? seconds : Math.round(seconds));
}
