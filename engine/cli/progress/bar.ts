import type { LivePoint, RunningTrial } from '../../../contracts/engine-api.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { workWords } from '../../../contracts/work.ts';
import { formatWholeSeconds, threeDigits } from '../../../metrics/format.ts';
import { printable } from '../text/table.ts';
import { advance, type ProgressView, type Standing, trialsDone } from './progress.ts';

const barWidth = 20;
/** Of terminals of unknown width. */
const defaultColumns = 80;

/** Completed share of the run, 0–1: by time where its length is known, else by trials. */
function share(standing: Standing, now: number): number {
  const elapsed = (now - Date.parse(standing.progress.startedAt)) / 1000;
  if (standing.secondsLeft !== null && elapsed >= 0 && elapsed + standing.secondsLeft > 0) {
    return elapsed / (elapsed + standing.secondsLeft);
  }
  return trialsDone(standing) / Math.max(1, standing.progress.trials.length);
}

function drawBar(part: number): string {
  const full = Math.round(Math.min(1, Math.max(0, part)) * barWidth);
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`;
}

/** The unmeasured phase; for a warm-up until steady, its progress. The activity of a round names it already. */
function phaseWords({ phase, at, round }: LivePoint, running: RunningTrial | null): string {
  const most = running?.warmUpAtMost ?? null;
  if (phase !== 'warm-up' || most === null || round !== null) return phase;
  return `warm-up until steady, ${formatWholeSeconds(at)} of at most ${formatWholeSeconds(most)}`;
}

/**
 * One line with the state of a run, such as
 * `[####----------------] 3/12 grpc · small · 50 users · tls off · raw  12,345 req/s  p99 3.21 ms  ETA 4m10s`.
 * @param now milliseconds since 1970.
 */
export function barLine(standing: Standing, now: number): string {
  const { progress, secondsLeft } = standing;
  const trial = progress.current === null ? undefined : progress.trials[progress.current];
  // Between trials the last results are outdated.
  const point = trial && standing.point;
  const number = Math.min(trialsDone(standing) + 1, progress.trials.length);
  const parts = [
    `${drawBar(share(standing, now))} ${number}/${progress.trials.length}`,
    point ? describeCell(trial.cell) : progress.activity,
    // The round and its level.
    ...(point && point.round !== null ? [progress.activity] : []),
    ...(point
      ? [
          `${threeDigits(point.throughputRps)} ${workWords[progress.counts ?? 'requests'].shortRate}`,
        ]
      : []),
    ...(point && point.p99 !== null ? [`p99 ${threeDigits(point.p99)} ms`] : []),
    ...(point && point.phase !== 'measured' ? [phaseWords(point, progress.running)] : []),
    ...(secondsLeft === null ? [] : [`ETA ${formatWholeSeconds(secondsLeft)}`]),
  ];
  return printable(parts.join('  '));
}

/** A line of a terminal that is redrawn in place. */
export interface TerminalLine {
  /** 0 when unknown. */
  readonly columns: number;
  write(text: string): void;
}

/** Overwrites the old line and clears only its remainder, to avoid flicker. */
export function progressBar(line: TerminalLine): ProgressView {
  let standing: Standing | null = null;
  return {
    show(event) {
      standing = advance(standing, event);
      if (!standing) return;
      const room = (line.columns || defaultColumns) - 1;
      const text = [...barLine(standing, Date.now())].slice(0, room);
      line.write(`\r${text.join('')}\u001b[K`);
    },
    close() {
      if (standing) line.write('\r\u001b[K');
    },
  };
}
