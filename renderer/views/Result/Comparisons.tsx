import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Comparison } from '../../../contracts/result.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { type ComparisonRow, comparisonRows } from '../../data/comparisons.ts';
import { comparisonColumns, comparisonCsvColumns } from './comparisonColumns.tsx';

interface ComparisonsProps {
  readonly comparisons: readonly Comparison[];
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** Ratios of cells that differ in one factor, each in three forms. */
export function Comparisons({ comparisons, trials, runName }: ComparisonsProps) {
  const rows = useMemo(() => comparisonRows(comparisons, trials), [comparisons, trials]);
  if (rows.length === 0) return null;
  return (
    <TablePanel<ComparisonRow>
      title="Comparisons"
      note="each ratio of geometric means to the baseline in three forms: times, percent of it, percent change; below it the 95 % interval of times"
      file={`${runName} comparisons`}
      columns={comparisonColumns}
      csvColumns={comparisonCsvColumns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
