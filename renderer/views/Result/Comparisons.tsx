import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison } from '../../../contracts/result.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { type ComparisonRow, comparisonRows } from '../../data/comparisons.ts';
import { comparisonColumns, comparisonCsvColumns } from './comparisonColumns.tsx';
import { tableHeight } from './tableHeight.ts';

interface ComparisonsProps {
  readonly comparisons: readonly Comparison[];
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** Ratios of cells that differ in one factor, each said in three ways. */
export function Comparisons({ comparisons, trials, runName }: ComparisonsProps) {
  const rows = useMemo(() => comparisonRows(comparisons, trials), [comparisons, trials]);
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Comparisons"
      note="each ratio to the baseline in three ways: times, percent of it, percent change from it"
      padded={false}
      actions={
        <SaveCsvButton name={`${runName} comparisons`} columns={comparisonCsvColumns} rows={rows} />
      }
    >
      <div style={{ height: tableHeight(rows.length) }}>
        <DataTable<ComparisonRow>
          label="Comparisons"
          columns={comparisonColumns}
          rows={rows}
          rowKey={({ key }) => key}
        />
      </div>
    </Panel>
  );
}
