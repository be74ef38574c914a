import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import { roundColumns } from '../../../metrics/round-columns.ts';
import { hasOwnWarmUps } from '../../../metrics/warm-up.ts';
import { terminalColumns } from './columns.ts';
import { drawTable, type TextColumn } from './table.ts';

/** A ramp has a round for each second; with more than these only some are shown. */
const maxRows = 24;

/** Columns with the same value in every row only waste width. */
function columnsOf(rounds: readonly Round[]): TextColumn<Round>[] {
  const hasOutcomes = rounds.some(({ outcome }) => outcome !== '');
  return terminalColumns(
    roundColumns(rounds, [
      ...(['index', 'kind', 'from', 'level', 'throughput', 'p50', 'p95', 'p99', 'failed'] as const),
      ...(hasOwnWarmUps(rounds) ? (['warmUp'] as const) : []),
      ...(rounds.some(({ rate }) => rate !== null) ? (['dropped'] as const) : []),
      'health',
      ...(hasOutcomes ? (['outcome'] as const) : []),
    ]),
  );
}

/** Every nth of many rounds, those with an outcome, and the last. */
function chosen(rounds: readonly Round[]): Round[] {
  const step = Math.ceil(rounds.length / maxRows);
  return rounds.filter(
    ({ outcome }, index) => index % step === 0 || outcome !== '' || index === rounds.length - 1,
  );
}

/** The rounds of a trial as a table with a heading; empty when it has none. @param title names the trial. */
export function drawRounds(title: string, { rounds }: Pick<TrialResult, 'rounds'>): string {
  if (rounds.length === 0) return '';
  const shown = chosen(rounds);
  const some = shown.length < rounds.length ? ` (${shown.length} of ${rounds.length})` : '';
  return `Rounds of ${title}${some}\n${drawTable(columnsOf(rounds), shown)}`;
}
