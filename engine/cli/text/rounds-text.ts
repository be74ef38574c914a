import type { LatencySummary, Round, TrialResult } from '../../../contracts/measurement.ts';
import { left, right } from './columns.ts';
import { formatCount, formatMs, formatRate, formatSeconds } from './figures.ts';
import { type Column, drawTable } from './table.ts';

/** A ramp has a round for each second; of more than these only some are shown. */
const mostRows = 24;

/** A level: users, or arrivals per second with what little lies behind the point. */
export function formatLevel(level: number): string {
  return Number.isInteger(level) ? formatCount(level) : formatRate(level);
}

function latency(figure: keyof LatencySummary) {
  return (round: Round) => (round.ok === 0 ? '–' : formatMs(round.latencyMs[figure]));
}

/** Columns that say the same in every row only cost width. */
function roundColumns(rounds: readonly Round[]): Column<Round>[] {
  const isOpen = rounds.some(({ rate }) => rate !== null);
  const hasOutcomes = rounds.some(({ outcome }) => outcome !== '');
  return [
    right('round', ({ index }) => String(index + 1)),
    left('kind', ({ kind }) => kind),
    right('from', ({ startSeconds }) => formatSeconds(startSeconds)),
    right(isOpen ? 'rate/s' : 'users', ({ users, rate }) => formatLevel(users ?? rate ?? 0)),
    right('req/s', ({ throughputRps }) => formatRate(throughputRps)),
    right('p50 ms', latency('p50')),
    right('p95 ms', latency('p95')),
    right('p99 ms', latency('p99')),
    right('errors', ({ failed }) => formatCount(failed)),
    ...(isOpen ? [right('dropped', ({ dropped }: Round) => formatCount(dropped))] : []),
    left('trust', ({ verdict }) => verdict),
    ...(hasOutcomes ? [left('outcome', ({ outcome }: Round) => outcome)] : []),
  ];
}

/** Every nth of many rounds, those with an outcome, and the last. */
function chosen(rounds: readonly Round[]): Round[] {
  const step = Math.ceil(rounds.length / mostRows);
  return rounds.filter(
    ({ outcome }, index) => index % step === 0 || outcome !== '' || index === rounds.length - 1,
  );
}

/** The rounds of a trial as a table with a heading; empty when it has none. @param title names the trial. */
export function drawRounds(title: string, { rounds }: Pick<TrialResult, 'rounds'>): string {
  if (rounds.length === 0) return '';
  const shown = chosen(rounds);
  const some = shown.length < rounds.length ? ` (${shown.length} of ${rounds.length})` : '';
  return `Rounds of ${title}${some}\n${drawTable(roundColumns(rounds), shown)}`;
}
