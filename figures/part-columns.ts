import type { LatencySummary, PartResult, TrialResult } from '../contracts/measurement.ts';
import { cellColumns } from './cell-columns.ts';
import { type Column, numbers } from './columns.ts';
import { formatCount, threeDigits } from './format.ts';

/** A request of a mix, or a step of a flow, with the trial that it is of. */
export interface PartRow {
  readonly trial: TrialResult;
  readonly part: PartResult;
}

/** What such tables are called. */
export const partsTitle = 'Requests of mixes and flows';

/** All of some trials, in the order in which they ran. */
export function partRows(trials: readonly TrialResult[]): PartRow[] {
  return trials.flatMap((trial) => (trial.parts ?? []).map((part) => ({ trial, part })));
}

const latency = (name: keyof LatencySummary, header: string): Column<PartRow> => ({
  id: name,
  ...numbers<PartRow>(
    header,
    'ms',
    ({ part }) => (part.requests.ok > 0 ? part.latencyMs[name] : null),
    threeDigits,
  ),
});

/** Columns of their figures, and of their cells where they are of several trials. */
export function partColumns(rows: readonly PartRow[]): Column<PartRow>[] {
  const repeated = rows.some(({ trial }) => trial.repetition > 1);
  const several = new Set(rows.map(({ trial }) => trial.id)).size > 1;
  const repetition: Column<PartRow> = {
    id: 'repetition',
    short: 'rep',
    ...numbers<PartRow>('Repetition', null, ({ trial }) => trial.repetition, formatCount),
  };
  return [
    ...(several ? cellColumns(rows, ({ trial }) => trial.cell) : []),
    ...(repeated ? [repetition] : []),
    { id: 'request', header: 'Request', value: ({ part }) => part.name },
    {
      id: 'throughput',
      ...numbers<PartRow>(
        'Throughput',
        'req/s',
        ({ part }) => part.throughputRps,
        threeDigits,
        'req/s',
      ),
    },
    latency('mean', 'Mean'),
    latency('p50', 'p50'),
    latency('p95', 'p95'),
    latency('p99', 'p99'),
    latency('max', 'Max'),
    {
      id: 'ok',
      ...numbers<PartRow>('Succeeded', null, ({ part }) => part.requests.ok, formatCount, 'ok'),
    },
    {
      id: 'failed',
      ...numbers<PartRow>(
        'Failed',
        null,
        ({ part }) => part.requests.failed,
        formatCount,
        'errors',
      ),
    },
  ];
}
