import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { healthColumns, healthCsvColumns } from './healthColumns.tsx';

interface HealthProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  readonly onOpen: (trial: TrialResult) => void;
}

/** Whether client and service had room to spare in each trial, and why a trial is doubted. */
export function Health({ trials, runName, onOpen }: HealthProps) {
  const columns = useMemo(() => healthColumns(trials), [trials]);
  const csv = useMemo(() => healthCsvColumns(trials), [trials]);
  const doubted = trials.filter(({ client }) => client.verdict !== 'ok').length;
  return (
    <TablePanel<TrialResult>
      title="Health"
      note={
        doubted === 0
          ? 'no trial is in doubt: the load generator kept up throughout'
          : `${doubted} of ${trials.length} trials are in doubt; these are listed first`
      }
      file={`${runName} health`}
      columns={columns}
      csvColumns={csv}
      rows={trials}
      rowKey={({ id }) => id}
      initialSort={{ id: 'verdict', desc: true }}
      onOpen={onOpen}
    />
  );
}
