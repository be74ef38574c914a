import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { describeSaturationLevel } from '../saturation.ts';
import { cellColumns } from './cell-columns.ts';
import { figure, share, whole } from './format.ts';
import type { Markup } from './markup.ts';
import { type TableColumn, table } from './table.ts';

type Row = Pick<TrialResult, 'cell'> & { trial: number; round: Round };

const none = '–';

/** Every round but the seconds of ramps, which the curves show. */
export function roundsTable({ trials }: ResultDocument): Markup | null {
  const rows = trials.flatMap(({ cell, index, rounds }): Row[] =>
    rounds
      .filter((round) => round.kind !== 'ramp')
      .map((round) => ({ cell, trial: index + 1, round })),
  );
  const latencies = (['mean', 'p95', 'p99'] as const).map(
    (name): TableColumn<Row> => ({
      head: `${name === 'mean' ? 'Mean' : name} (ms)`,
      figures: true,
      cell: ({ round }) => (round.ok === 0 ? none : figure(round.latencyMs[name])),
    }),
  );
  const columns: TableColumn<Row>[] = [
    { head: '#', figures: true, cell: (row) => whole(row.trial) },
    ...cellColumns(rows),
    { head: 'Round', cell: ({ round }) => `${round.index + 1} ${round.kind}` },
    { head: 'Load', figures: true, cell: ({ round }) => level(round) },
    { head: 'Throughput (1/s)', figures: true, cell: ({ round }) => figure(round.throughputRps) },
    ...latencies,
    { head: 'Errors', figures: true, cell: ({ round }) => share(failing(round)) },
    ...(rows.some(({ round }) => round.dropped > 0) ? [dropped] : []),
    { head: 'Generator', cell: ({ round }) => [round.verdict, ...round.reasons].join(': ') },
    { head: 'Outcome', cell: ({ round }) => round.outcome },
  ];
  return table('Each round, its measured window only', columns, rows);
}

const dropped: TableColumn<Row> = {
  head: 'Dropped',
  figures: true,
  cell: ({ round }) => whole(round.dropped),
};

function level({ users, rate }: Round): string {
  if (users !== null) return describeSaturationLevel(users, 'users');
  return rate === null ? none : describeSaturationLevel(rate, 'rate');
}

function failing({ ok, failed }: Round): number {
  return ok + failed === 0 ? 0 : failed / (ok + failed);
}
