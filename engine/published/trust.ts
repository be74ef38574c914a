import type { TrialResult } from '../../contracts/measurement.ts';
import type { PublishedTrust } from '../../contracts/published-judgement.ts';
import { workOfTrials, workWords } from '../../contracts/work.ts';
import { formatCount, formatDuration, formatShare } from '../../metrics/format.ts';
import { endedOf, type OurRun } from './trial-metrics.ts';

/** A shorter trial, in seconds, says little about a service that runs for hours. */
const shortSeconds = 10;
/** With fewer requests percentiles are meaningless. */
const fewEnded = 100;
/** From this share on, failures are part of the measured work. */
const manyFailed = 0.01;

/**
 * Whether a ratio of ours can be trusted: how often and how long it was measured, and the trials' own
 * verdicts.
 * @param sides the trials of each of the two values.
 * @param wanted the study's number of requests; null if it counts none.
 */
export function trustOf(
  sides: readonly (readonly TrialResult[])[],
  run: OurRun,
  wanted: number | null,
): PublishedTrust {
  const trials = [...new Set(sides.flat())];
  const doubts = [
    ...repetitionDoubts(sides),
    ...verdictDoubts(trials),
    ...failureDoubts(trials),
    ...(run.bounded === 'time' ? timeDoubts(sides, run) : numberDoubts(trials, wanted)),
  ];
  return { sound: doubts.length === 0, doubts };
}

function repetitionDoubts(sides: readonly (readonly TrialResult[])[]): string[] {
  const least = Math.min(
    ...sides.map((trials) => new Set(trials.map(({ repetition }) => repetition)).size),
  );
  return least < 2 ? ['one repetition'] : [];
}

function verdictDoubts(trials: readonly TrialResult[]): string[] {
  return (['client-bound', 'suspect'] as const).flatMap((verdict) => {
    const count = trials.filter(({ client }) => client.verdict === verdict).length;
    return count > 0 ? [`${verdict} in ${count} of ${trials.length} trials`] : [];
  });
}

function failureDoubts(trials: readonly TrialResult[]): string[] {
  const failed = trials.reduce((sum, { requests }) => sum + requests.failed, 0);
  const share = failed / trials.reduce((sum, trial) => sum + endedOf(trial), 0);
  return share >= manyFailed ? [`${formatShare(share)} failed`] : [];
}

/** Repetitions until decided are rounds of one measurement, so that their time adds up. */
function timeDoubts(
  sides: readonly (readonly TrialResult[])[],
  { untilDecided }: OurRun,
): string[] {
  const seconds = sides.flatMap((trials) => {
    const windows = trials.map(({ window }) => window.seconds);
    return untilDecided ? [windows.reduce((sum, one) => sum + one, 0)] : windows;
  });
  const least = Math.min(...seconds);
  return least < shortSeconds ? [`measured for ${formatDuration(least)}`] : [];
}

function numberDoubts(trials: readonly TrialResult[], wanted: number | null): string[] {
  const least = Math.min(...trials.map(endedOf));
  const { many } = workWords[workOfTrials(trials)];
  if (wanted !== null) {
    return least < wanted / 2
      ? [`${formatCount(least)} ${many}, the study ${formatCount(wanted)}`]
      : [];
  }
  return least < fewEnded ? [`${formatCount(least)} ${many}`] : [];
}

/** How often and how long the cells of a run were measured: `3 repetitions of 120 s, 40,000 requests each`. */
export function trialSizeWords(trials: readonly TrialResult[]): string {
  const completed = trials.filter(({ status }) => status === 'completed');
  if (completed.length === 0) return 'no completed trial';
  const perCell = new Map<string, number>();
  for (const { cell } of completed) {
    const key = JSON.stringify(cell);
    perCell.set(key, (perCell.get(key) ?? 0) + 1);
  }
  const times = rangeWords([...perCell.values()], formatCount);
  const seconds = rangeWords(
    completed.map(({ window }) => window.seconds),
    formatDuration,
  );
  const ended = rangeWords(completed.map(endedOf), formatCount);
  const { one, many } = workWords[workOfTrials(completed)];
  const repetitions = times === '1' ? 'one trial per cell' : `${times} trials per cell`;
  return `${repetitions}, ${seconds} and ${ended} ${ended === '1' ? one : many} each`;
}

function rangeWords(values: readonly number[], write: (value: number) => string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(write);
  return low === high ? `${low}` : `${low} to ${high}`;
}
