import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import {
  roundColumns as columnsOfRounds,
  type RoundColumnId,
} from '../../../metrics/round-columns.ts';
import { trialColumns } from '../../../metrics/trial-columns.ts';
import { hasOwnWarmUps } from '../../../metrics/warm-up.ts';
import { cellTableColumns } from '../../components/protocolColumn.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';

/** A round with its trial. */
export interface RoundRow {
  readonly trial: TrialResult;
  readonly round: Round;
}

/** All rounds of some trials, in the order in which they ran. */
export function roundRows(trials: readonly TrialResult[]): RoundRow[] {
  return trials.flatMap((trial) => trial.rounds.map((round) => ({ trial, round })));
}

type Column = DataColumn<RoundRow>;

/** Applies a column of trials or of rounds to a row. */
function of<Part extends 'trial' | 'round'>(
  part: Part,
  columns: readonly DataColumn<RoundRow[Part]>[],
): Column[] {
  return columns.map(({ value, text, render, ...rest }) => ({
    ...rest,
    value: (row) => value(row[part]),
    ...(text ? { text: (row: RoundRow) => text(row[part]) } : {}),
    ...(render ? { render: (row: RoundRow) => render(row[part]) } : {}),
  }));
}

const health: Pick<Column, 'render'> = {
  render: ({ round }) => <VerdictBadge bare verdict={round.verdict} reasons={round.reasons} />,
};

/** Columns of a table of rounds; `withTrial` for rounds of several trials. */
export function roundTableColumns(
  rows: readonly RoundRow[],
  withTrial: boolean,
): readonly Column[] {
  const rounds = rows.map(({ round }) => round);
  const isOpen = rounds.some(({ rate }) => rate !== null);
  const ids: readonly RoundColumnId[] = [
    ...(['round', 'level', 'throughput', 'p50', 'p95', 'p99', 'failed'] as const),
    ...(isOpen ? (['dropped'] as const) : []),
    ...(hasOwnWarmUps(rounds) ? (['warmUp'] as const) : []),
    ...(['health', 'outcome', 'start', 'window', 'ok', 'mean', 'max', 'reasons'] as const),
  ];
  const trialOf: readonly Column[] = [
    ...of('trial', trialColumns([], ['number'])),
    ...cellTableColumns(rows, ({ trial }) => trial.cell),
    ...of('trial', trialColumns([], ['repetition'])),
  ];
  const own = of('round', columnsOfRounds(rounds, ids)).map((column) =>
    column.id === 'health' ? { ...column, ...health } : column,
  );
  return withTrial ? [...trialOf, ...own] : own;
}
