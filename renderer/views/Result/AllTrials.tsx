import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { allTrialsColumns } from './trialColumns.tsx';

interface AllTrialsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  readonly onOpen: (trial: TrialResult) => void;
}

/** Every trial with every metric; a row opens the trial. */
export function AllTrials({ trials, runName, onOpen }: AllTrialsProps) {
  const columns = useMemo(() => allTrialsColumns(trials), [trials]);
  return (
    <TablePanel<TrialResult>
      title="All trials"
      note="open a row to see its time series, errors and accounting"
      file={`${runName} trials`}
      columns={columns}
      rows={trials}
      rowKey={({ id }) => id}
      onOpen={onOpen}
    />
  );
}
