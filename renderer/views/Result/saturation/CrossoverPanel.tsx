import { useMemo } from 'react';
import type { Crossover } from '../../../../contracts/result.ts';
import { TablePanel } from '../../../components/PageTable.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { type CrossoverRow, crossoverColumns, crossoverRows } from '../../../data/crossovers.ts';

const widths: Record<string, string> = {
  common: '150px',
  figure: '104px',
  level: '76px',
  low: '70px',
  high: '70px',
};

interface CrossoverPanelProps {
  readonly crossovers: readonly Crossover[];
  readonly origin: string;
}

/** From which level of load on one of two cells has the higher throughput or latency. */
export function CrossoverPanel({ crossovers, origin }: CrossoverPanelProps) {
  const rows = useMemo(() => crossoverRows(crossovers), [crossovers]);
  const columns = useMemo(
    () =>
      crossoverColumns(rows).map((column): DataColumn<CrossoverRow> => {
        const width = widths[column.id];
        return width === undefined ? { ...column, wraps: true } : { ...column, width };
      }),
    [rows],
  );
  return (
    <TablePanel<CrossoverRow>
      title="Crossovers"
      note="where the curves of two cells over load cross, with the 95 % interval of the level"
      file={`${origin} crossovers`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
