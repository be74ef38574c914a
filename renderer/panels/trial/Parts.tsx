import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { type PartRow, partColumns, partRows, partsTitle } from '../../../metrics/part-columns.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { protocolColumn } from '../../components/protocolColumn.tsx';

interface PartsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  /** Opens the trial of a row; absent if it is already shown. */
  readonly onOpen?: (trial: TrialResult) => void;
}

/** The metrics of each request of a mix, and of each step of a flow. */
export function Parts({ trials, runName, onOpen }: PartsProps) {
  const rows = useMemo(() => partRows(trials), [trials]);
  const columns = useMemo(
    () =>
      partColumns(rows).map((column) =>
        column.id === 'protocol'
          ? protocolColumn(({ trial }: PartRow) => trial.cell.protocol)
          : column,
      ),
    [rows],
  );
  if (rows.length === 0) return null;
  return (
    <TablePanel<PartRow>
      title={partsTitle}
      note="each by itself, in the measured window"
      file={`${runName} requests`}
      columns={columns}
      rows={rows}
      rowKey={({ trial, part }) => `${trial.id}/${part.name}`}
      {...(onOpen ? { onOpen: ({ trial }: PartRow) => onOpen(trial) } : {})}
    />
  );
}
