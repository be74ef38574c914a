import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Crossover } from '../../../../contracts/result.ts';
import { sortCrossovers } from '../../../../metrics/crossovers.ts';
import { TablePanel } from '../../../components/PageTable.tsx';
import { Panel } from '../../../components/Panel.tsx';
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

/** Level of load above which one of two cells has the higher throughput or latency. */
export function CrossoverPanel({ crossovers, origin }: CrossoverPanelProps) {
  const [open, setOpen] = useState(false);
  const { certain, others, remark } = useMemo(() => sortCrossovers(crossovers), [crossovers]);
  const rows = useMemo(
    () => crossoverRows(open ? [...certain, ...others] : certain),
    [open, certain, others],
  );
  const columns = useMemo(
    () =>
      crossoverColumns(rows).map((column): DataColumn<CrossoverRow> => {
        const width = widths[column.id];
        return width === undefined ? { ...column, wraps: true } : { ...column, width };
      }),
    [rows],
  );
  if (certain.length === 0) {
    return (
      <Panel title="Crossovers">
        <p>{remark}</p>
      </Panel>
    );
  }
  return (
    <TablePanel<CrossoverRow>
      title="Crossovers"
      note="where the curves of two cells over load cross, with the 95 % interval of the level"
      file={`${origin} crossovers`}
      actions={
        others.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'} {others.length} not certain
          </Button>
        )
      }
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
