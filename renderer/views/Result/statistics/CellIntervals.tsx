import { useMemo } from 'react';
import { metricFacts } from '../../../../contracts/compare.ts';
import type { Statistics, StatisticsMetric } from '../../../../contracts/statistics.ts';
import { TablePanel } from '../../../components/PageTable.tsx';
import { type CellRow, cellRows } from '../../../data/statistics.ts';
import { cellIntervalColumns } from './columns.tsx';

interface CellIntervalsProps {
  readonly found: Statistics;
  readonly metric: StatisticsMetric;
  readonly runName: string;
}

/** A metric of each cell with its interval over the repetitions. */
export function CellIntervals({ found, metric, runName }: CellIntervalsProps) {
  const rows = useMemo(() => cellRows(found, metric), [found, metric]);
  const { title, unit } = metricFacts[found.counts][metric];
  const columns = useMemo(() => cellIntervalColumns(unit), [metric, unit]);
  return (
    <TablePanel<CellRow>
      title={`${title} of each cell`}
      note="geometric means over the repetitions, with 95 % intervals by Student’s t on logarithms"
      file={`${runName} intervals`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
