import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import {
  type WatchedRow,
  watchedColumns,
  watchedGaps,
  watchedRows,
  watchedTitle,
} from '../../../metrics/watched-columns.ts';
import { TablePanel } from '../../components/PageTable.tsx';

interface WatchedPartsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** Monitoring data of the machines next to the service. */
export function WatchedParts({ trials, runName }: WatchedPartsProps) {
  const rows = useMemo(() => watchedRows(trials), [trials]);
  const columns = useMemo(() => watchedColumns(rows), [rows]);
  const gaps = useMemo(() => watchedGaps(trials), [trials]);
  if (rows.length === 0) return null;
  return (
    <TablePanel<WatchedRow>
      title={watchedTitle}
      note={['in the measured window, by a look a second', ...gaps].join('. ')}
      file={`${runName} beside the service`}
      columns={columns}
      rows={rows}
      rowKey={({ trial, machine, what }) => `${trial.id}/${machine}/${what}`}
    />
  );
}
