import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { type RoundRow, roundColumns, roundRows } from './roundColumns.tsx';
import { tableHeight } from './tableHeight.ts';

interface RoundsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  /** Opens the trial that a round is of; absent where that is in view. */
  readonly onOpen?: (trial: TrialResult) => void;
}

/** Every round of some trials: its level, its figures and what was concluded from it. */
export function Rounds({ trials, runName, onOpen }: RoundsProps) {
  const rows = useMemo(() => roundRows(trials), [trials]);
  const columns = useMemo(() => roundColumns(rows, onOpen !== undefined), [rows, onOpen]);
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Rounds"
      note="each level that was held, or each second of a ramp"
      padded={false}
      actions={<SaveCsvButton name={`${runName} rounds`} columns={columns} rows={rows} />}
    >
      <div style={{ height: tableHeight(rows.length) }}>
        <DataTable<RoundRow>
          label="Rounds"
          columns={columns}
          rows={rows}
          rowKey={({ trial, round }) => `${trial.id}/${round.index}`}
          {...(onOpen ? { onOpen: ({ trial }: RoundRow) => onOpen(trial) } : {})}
        />
      </div>
    </Panel>
  );
}
