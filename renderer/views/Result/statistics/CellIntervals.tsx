import { useMemo } from 'react';
import { metricFacts } from '../../../../contracts/compare.ts';
import type { Statistics, StatisticsMetric } from '../../../../contracts/statistics.ts';
import { SaveCsvButton } from '../../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { figureDigits } from '../../../data/compareRows.ts';
import { type CellRow, cellRows } from '../../../data/statistics.ts';
import { tableHeight } from '../tableHeight.ts';
import { cellColumns } from './columns.tsx';

interface CellIntervalsProps {
  readonly found: Statistics;
  readonly metric: StatisticsMetric;
  readonly runName: string;
}

/** A metric of each cell with its interval over the repetitions. */
export function CellIntervals({ found, metric, runName }: CellIntervalsProps) {
  const rows = useMemo(() => cellRows(found, metric), [found, metric]);
  const { title, unit } = metricFacts[found.counts][metric];
  const columns = useMemo(
    () => cellColumns(unit, (value) => figureDigits(metric, value)),
    [metric, unit],
  );
  return (
    <Panel
      title={`${title} of each cell`}
      note="geometric means over the repetitions, with 95 % intervals by Student’s t on logarithms"
      padded={false}
      actions={<SaveCsvButton name={`${runName} intervals`} columns={columns} rows={rows} />}
    >
      <div style={{ height: tableHeight(rows.length) }}>
        <DataTable<CellRow>
          label={`${title} of each cell`}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
        />
      </div>
    </Panel>
  );
}
