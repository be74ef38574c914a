import type { LatencySummary, Round, TrialResult } from '../../../contracts/measurement.ts';
import { formatCount, msDigits, rpsDigits } from '../../components/format.ts';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import { levelWords } from '../../data/loadLevel.ts';
import { roundLevel, roundLevelDigits, roundName, roundUnit } from '../../data/rounds.ts';
import { tlsLabel } from '../../data/series.ts';

/** A round with the trial that it is of. */
export interface RoundRow {
  readonly trial: TrialResult;
  readonly round: Round;
}

/** All rounds of some trials, in the order in which they ran. */
export function roundRows(trials: readonly TrialResult[]): RoundRow[] {
  return trials.flatMap((trial) => trial.rounds.map((round) => ({ trial, round })));
}

type Column = DataColumn<RoundRow>;

function number(
  id: string,
  header: string,
  unit: string | null,
  value: (round: Round) => number | null,
  write: (value: number | null) => string,
): Column {
  return {
    id,
    header,
    ...(unit === null ? {} : { unit }),
    numeric: true,
    value: ({ round }) => value(round),
    render: ({ round }) => write(value(round)),
  };
}

const latency = (id: keyof LatencySummary, header: string) =>
  number(id, header, 'ms', ({ ok, latencyMs }) => (ok > 0 ? latencyMs[id] : null), msDigits);

const seconds = (value: number | null) => (value === null ? '–' : value.toFixed(1));

const trialOf: readonly Column[] = [
  {
    id: 'trial',
    header: '#',
    numeric: true,
    value: ({ trial }) => trial.index + 1,
  },
  protocolColumn(({ trial }) => trial.cell.protocol),
  { id: 'shape', header: 'Shape', value: ({ trial }) => trial.cell.shape },
  {
    id: 'tls',
    header: 'TLS',
    value: ({ trial }) => trial.cell.tls,
    render: ({ trial }) => tlsLabel(trial.cell.tls),
  },
  { id: 'client', header: 'Client', value: ({ trial }) => trial.cell.client },
  { id: 'repetition', header: 'Rep.', numeric: true, value: ({ trial }) => trial.repetition },
];

/** Columns of a table of rounds; `withTrial` when they are of several trials. */
export function roundColumns(rows: readonly RoundRow[], withTrial: boolean): readonly Column[] {
  const [first] = rows;
  const unit = first ? roundUnit(first.round) : 'users';
  return [
    ...(withTrial ? trialOf : []),
    {
      id: 'round',
      header: 'Round',
      value: ({ round }) => round.index + 1,
      render: ({ round }) => roundName(round),
    },
    number(
      'level',
      levelWords(unit).header,
      unit === 'rate' ? 'requests/s' : null,
      roundLevel,
      roundLevelDigits,
    ),
    number('throughput', 'Throughput', 'req/s', ({ throughputRps }) => throughputRps, rpsDigits),
    latency('p50', 'p50'),
    latency('p95', 'p95'),
    latency('p99', 'p99'),
    number('failed', 'Failed', null, ({ failed }) => failed, formatCount),
    ...(rows.some(({ round }) => round.rate !== null)
      ? [number('dropped', 'Dropped', null, ({ dropped }) => dropped, formatCount)]
      : []),
    {
      id: 'health',
      header: 'Health',
      value: ({ round }) => round.verdict,
      render: ({ round }) => <VerdictBadge bare verdict={round.verdict} reasons={round.reasons} />,
    },
    { id: 'outcome', header: 'Outcome', value: ({ round }) => round.outcome },
    number('start', 'Start', 's', ({ startSeconds }) => startSeconds, seconds),
    number('window', 'Window', 's', (round) => round.seconds, seconds),
    number('ok', 'Succeeded', null, ({ ok }) => ok, formatCount),
    latency('mean', 'Mean'),
    latency('max', 'Max'),
    { id: 'reasons', header: 'Reasons', value: ({ round }) => round.reasons.join(' ') },
  ];
}
