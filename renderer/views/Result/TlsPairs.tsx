import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison } from '../../../contracts/result.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { howTls } from '../../data/how.ts';
import { type TlsPair, tlsPairs } from '../../data/tlsPairs.ts';
import { HowButton } from './HowButton.tsx';
import { tableHeight } from './tableHeight.ts';
import { tlsColumns, tlsCsvColumns } from './tlsColumns.tsx';

interface TlsPairsProps {
  readonly comparisons: readonly Comparison[];
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

const rowHeight = 46;

/** What TLS costs: each cell with it beside the same cell without. */
export function TlsPairs({ comparisons, trials, runName }: TlsPairsProps) {
  const rows = useMemo(() => tlsPairs(comparisons, trials), [comparisons, trials]);
  return (
    <Panel
      title="TLS overhead"
      note="without → with TLS, and below it the ratio in three ways: times, percent of it, percent change"
      padded={false}
      actions={
        <>
          <HowButton title="TLS overhead" facts={howTls(trials)} />
          <SaveCsvButton name={`${runName} tls overhead`} columns={tlsCsvColumns} rows={rows} />
        </>
      }
    >
      <div style={{ height: tableHeight(rows.length, rowHeight) }}>
        <DataTable<TlsPair>
          label="TLS overhead"
          columns={tlsColumns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHeight={rowHeight}
        />
      </div>
    </Panel>
  );
}
