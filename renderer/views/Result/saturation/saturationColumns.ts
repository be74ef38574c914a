import { cellColumns } from '../../../../metrics/cell-columns.ts';
import { joinSentences } from '../../../../metrics/format.ts';
import type { DataColumn } from '../../../components/tableModel.ts';
import type { SaturationRow } from '../../../data/saturation.ts';

type Column = DataColumn<SaturationRow>;

const text = (id: string, header: string, value: Column['value']): Column => ({
  id,
  header,
  value,
});

function estimate(
  id: 'lambda' | 'sigma' | 'kappa' | 'peakUsers' | 'peakThroughputRps',
  header: string,
): Column[] {
  return [
    text(id, header, ({ saturation }) => saturation.usl?.[id]?.value ?? null),
    text(`${id}-low`, `${header}, low`, ({ saturation }) => saturation.usl?.[id]?.low ?? null),
    text(`${id}-high`, `${header}, high`, ({ saturation }) => saturation.usl?.[id]?.high ?? null),
  ];
}

/** Columns of the CSV: everything known about the saturation of each trial. */
export const saturationColumns = (rows: readonly SaturationRow[]): readonly Column[] => [
  ...cellColumns(rows, ({ saturation }) => saturation.cell),
  text('repetition', 'Rep.', ({ saturation }) => saturation.repetition),
  text('of', 'Level of', ({ saturation }) => saturation.of),
  text('level', 'Saturation', ({ point }) => point?.level ?? null),
  text('by', 'Set by', ({ saturation }) => (saturation.manual ? 'hand' : 'computed')),
  text('computed', 'Computed', ({ saturation }) => saturation.point?.level ?? null),
  text('throughput', 'Throughput (req/s)', ({ point }) => point?.throughputRps ?? null),
  text('mean', 'Mean (ms)', ({ point }) => point?.meanMs ?? null),
  text('p95', 'p95 (ms)', ({ point }) => point?.p95Ms ?? null),
  text('criterion', 'Criterion', ({ saturation }) => saturation.criterion),
  text('reason', 'Reason', ({ saturation }) => saturation.reason),
  text('knee', 'Knee', ({ saturation }) => saturation.knee?.level ?? null),
  ...estimate('lambda', 'USL lambda (req/s)'),
  ...estimate('sigma', 'USL contention'),
  ...estimate('kappa', 'USL coherency'),
  ...estimate('peakUsers', 'USL peak (users)'),
  ...estimate('peakThroughputRps', 'USL peak (req/s)'),
  text('r2', 'USL R²', ({ saturation }) => saturation.usl?.r2 ?? null),
  text('health', 'Health', ({ verdict }) => verdict),
  text('reasons', 'Health reasons', ({ reasons }) => joinSentences(reasons)),
];
