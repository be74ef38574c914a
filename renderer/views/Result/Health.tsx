import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { healthColumns, healthCsvColumns } from './healthColumns.tsx';
import { tableHeight } from './tableHeight.ts';

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
    <Panel
      title="Health"
      note={
        doubted === 0
          ? 'no trial is doubted: the load generator kept up in all of them'
          : `${doubted} of ${trials.length} trials are doubted; they stand first`
      }
      padded={false}
      actions={<SaveCsvButton name={`${runName} health`} columns={csv} rows={trials} />}
    >
      <div style={{ height: tableHeight(trials.length) }}>
        <DataTable<TrialResult>
          label="Health"
          columns={columns}
          rows={trials}
          rowKey={({ id }) => id}
          initialSort={{ id: 'verdict', desc: true }}
          onOpen={onOpen}
        />
      </div>
    </Panel>
  );
}
