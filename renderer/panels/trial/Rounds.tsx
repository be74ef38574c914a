import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { type RoundRow, roundRows, roundTableColumns } from './roundColumns.tsx';

interface RoundsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  /** Opens the trial of a round; absent if it is already shown. */
  readonly onOpen?: (trial: TrialResult) => void;
}

/** Every round of some trials: its level, metrics and conclusions. */
export function Rounds({ trials, runName, onOpen }: RoundsProps) {
  const rows = useMemo(() => roundRows(trials), [trials]);
  const columns = useMemo(() => roundTableColumns(rows, onOpen !== undefined), [rows, onOpen]);
  if (rows.length === 0) return null;
  return (
    <TablePanel<RoundRow>
      title="Rounds"
      note="each level that was held, or each second of a ramp"
      file={`${runName} rounds`}
      columns={columns}
      rows={rows}
      rowKey={({ trial, round }) => `${trial.id}/${round.index}`}
      {...(onOpen ? { onOpen: ({ trial }: RoundRow) => onOpen(trial) } : {})}
    />
  );
}
