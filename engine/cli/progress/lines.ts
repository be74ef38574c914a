import type { LivePoint, TrialProgress } from '../../../contracts/engine-api.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { workOf, workWords } from '../../../contracts/work.ts';
import { formatCount, formatWholeSeconds, threeDigits } from '../../../metrics/format.ts';
import { levelDigits, levelInWords, levelOfRound } from '../../../metrics/levels.ts';
import { printable } from '../text/table.ts';
import { advance, type ProgressView, type Standing } from './progress.ts';

/** Seconds between two lines about a long trial. */
const lineEvery = 10;

function outcome({ status, result }: TrialProgress): string {
  if (!result) return status;
  const parts = [
    status,
    `${threeDigits(result.throughputRps)} ${workWords[workOf(result)].shortRate}`,
    ...(result.requests.ok > 0 ? [`p99 ${threeDigits(result.latencyMs.p99)} ms`] : []),
    `${formatCount(result.requests.failed)} errors`,
    result.client.verdict,
    ...(result.failure ? [result.failure.message] : []),
  ];
  return parts.join(', ');
}

/** Lines about the trials that started or ended between two states. */
function changes(before: Standing | null, after: Standing): string[] {
  const total = after.progress.trials.length;
  return after.progress.trials.flatMap((trial, index) => {
    const was = before?.progress.trials[index]?.status ?? 'waiting';
    if (was === trial.status || trial.status === 'waiting') return [];
    const name = `trial ${index + 1}/${total} ${describeCell(trial.cell)}`;
    if (trial.status !== 'running') return [`${name}: ${outcome(trial)}`];
    const left = after.secondsLeft === null ? '' : `, ETA ${formatWholeSeconds(after.secondsLeft)}`;
    return [`${name}: running${left}`];
  });
}

/** A line about the wait for other machines, repeated whenever another has joined. */
function waitLines(before: Standing | null, { progress }: Standing): string[] {
  const isKnown = progress.activity === before?.progress.activity;
  return progress.awaited === undefined || isKnown ? [] : [progress.activity];
}

/** Lines about the rounds of the current trial that ended between two states. */
function roundLines(before: Standing | null, after: Standing): string[] {
  const { current, rounds, trials } = after.progress;
  if (current === null) return [];
  const isSameTrial = before?.progress.current === current;
  const known = isSameTrial ? before.progress.rounds.length : 0;
  return rounds.slice(known).map((round) => {
    const level = levelInWords(round.users === null ? 'rate' : 'users', levelOfRound(round));
    const parts = [
      `${threeDigits(round.throughputRps)} req/s`,
      ...(round.ok > 0 ? [`p99 ${threeDigits(round.latencyMs.p99)} ms`] : []),
      ...(round.outcome === '' ? [] : [round.outcome]),
    ];
    return `trial ${current + 1}/${trials.length} round ${round.index + 1}, ${level}: ${parts.join(', ')}`;
  });
}

/** Intended rate of open load, and the number of dropped arrivals. */
function openParts({ rate, dropped }: LivePoint): string {
  if (rate === null) return '';
  return ` of ${levelDigits(rate)} intended${dropped > 0 ? `, ${formatCount(dropped)} dropped` : ''}`;
}

/** A line about a running trial. */
function pointLine({ progress, point, secondsLeft }: Standing): string | undefined {
  if (!point) return undefined;
  const p99 = point.p99 === null ? '' : `, p99 ${threeDigits(point.p99)} ms`;
  const left = secondsLeft === null ? '' : `, ETA ${formatWholeSeconds(secondsLeft)}`;
  const where = `trial ${point.trial + 1}/${progress.trials.length} at ${formatWholeSeconds(point.at)}`;
  return `${where}: ${threeDigits(point.throughputRps)} ${workWords[progress.counts ?? 'requests'].shortRate}${openParts(point)}${p99}${left}`;
}

/**
 * Plain lines for logs and pipes: one while it waits for machines, when a trial starts, when its measured window opens and every
 * ten seconds from there, when a round of it ends, and when it ends.
 */
export function progressLines(write: (text: string) => void): ProgressView {
  let standing: Standing | null = null;
  let nextAt = 0;
  const say = (text: string) => write(`${printable(text)}\n`);
  return {
    show(event) {
      const before: Standing | null = standing;
      standing = advance(standing, event);
      if (!standing) return;
      if (event.type !== 'point') {
        nextAt = 0;
        waitLines(before, standing).forEach(say);
        roundLines(before, standing).forEach(say);
        changes(before, standing).forEach(say);
        return;
      }
      if (event.point.phase !== 'measured' || event.point.at < nextAt) return;
      nextAt = event.point.at + lineEvery;
      const line = pointLine(standing);
      if (line !== undefined) say(line);
    },
    close: () => undefined,
  };
}
