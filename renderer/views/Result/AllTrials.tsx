import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { tableHeight } from './tableHeight.ts';
import { trialColumns } from './trialColumns.tsx';

interface AllTrialsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  readonly onOpen: (trial: TrialResult) => void;
}

/** Every trial with every figure; a row opens the trial. */
export function AllTrials({ trials, runName, onOpen }: AllTrialsProps) {
  const columns = useMemo(() => trialColumns(trials), [trials]);
  return (
    <Panel
      title="All trials"
      note="open a row for its course over time, its errors and its accounting"
      padded={false}
      actions={<SaveCsvButton name={`${runName} trials`} columns={columns} rows={trials} />}
    >
      <div style={{ height: tableHeight(trials.length) }}>
        <DataTable<TrialResult>
          label="All trials"
          columns={columns}
          rows={trials}
          rowKey={({ id }) => id}
          onOpen={onOpen}
        />
      </div>
    </Panel>
  );
}
