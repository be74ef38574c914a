import type { LatencySummary, TrialResult } from '../contracts/measurement.ts';
import { cellColumns } from './cell-columns.ts';
import { type Column, numbers } from './columns.ts';
import { formatCount, threeDigits } from './format.ts';

/** A part of a trial with metrics of its own. */
export interface TrialShare {
  readonly requests: { readonly ok: number; readonly failed: number };
  readonly throughputRps: number;
  readonly latencyMs: LatencySummary;
}

/** Columns that identify the trial of a row; none if all rows are of one trial. */
export function trialColumnsOf<Row>(
  rows: readonly Row[],
  trialOf: (row: Row) => TrialResult,
): Column<Row>[] {
  const trials = rows.map(trialOf);
  const repetition: Column<Row> = {
    id: 'repetition',
    short: 'rep',
    ...numbers<Row>('Repetition', null, (row) => trialOf(row).repetition, formatCount),
  };
  return [
    ...(new Set(trials.map(({ id }) => id)).size > 1
      ? cellColumns(rows, (row) => trialOf(row).cell)
      : []),
    ...(trials.some((trial) => trial.repetition > 1) ? [repetition] : []),
  ];
}

/** Columns of the metrics; latencies are empty if nothing succeeded. */
export function shareColumns<Row>(shareOf: (row: Row) => TrialShare): Column<Row>[] {
  const latency = (name: keyof LatencySummary, header: string): Column<Row> => ({
    id: name,
    ...numbers<Row>(
      header,
      'ms',
      (row) => (shareOf(row).requests.ok > 0 ? shareOf(row).latencyMs[name] : null),
      threeDigits,
    ),
  });
  const count = (id: 'ok' | 'failed', header: string, short: string): Column<Row> => ({
    id,
    ...numbers<Row>(header, null, (row) => shareOf(row).requests[id], formatCount, short),
  });
  return [
    {
      id: 'throughput',
      ...numbers<Row>(
        'Throughput',
        'req/s',
        (row) => shareOf(row).throughputRps,
        threeDigits,
        'req/s',
      ),
    },
    latency('mean', 'Mean'),
    latency('p50', 'p50'),
    latency('p95', 'p95'),
    latency('p99', 'p99'),
    latency('max', 'Max'),
    count('ok', 'Succeeded', 'ok'),
    count('failed', 'Failed', 'errors'),
  ];
}
