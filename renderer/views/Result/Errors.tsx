import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { formatCount, formatShare } from '../../../metrics/format.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { cellTableColumns } from '../../components/protocolColumn.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { type ErrorRow, errorRows } from '../../data/errorRows.ts';

interface ErrorsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
  readonly onOpen: (trial: TrialResult) => void;
}

const ownColumns = (many: string): readonly DataColumn<ErrorRow>[] => [
  { id: 'kind', header: 'Kind', value: ({ kind }) => kind },
  {
    id: 'code',
    header: 'Code',
    value: ({ code }) => code,
    render: ({ code }) => <span className="wb-mono">{code}</span>,
  },
  {
    id: 'count',
    header: capital(many),
    numeric: true,
    value: ({ count }) => count,
    render: ({ count }) => formatCount(count),
  },
  {
    id: 'share',
    header: 'Share',
    unit: '%',
    numeric: true,
    value: ({ share }) => 100 * share,
    render: ({ share }) => formatShare(share),
  },
  {
    id: 'of',
    header: 'Share of',
    value: ({ checked }) => (checked === null ? 'all' : `${formatCount(checked)} checked`),
  },
  {
    id: 'trials',
    header: 'Trials',
    numeric: true,
    value: ({ inTrials }) => inTrials,
    render: ({ inTrials, ofTrials }) => `${inTrials} of ${ofTrials}`,
  },
  { id: 'message', header: 'First message', value: ({ message }) => message },
];

/** Failed requests by kind and code, for each cell that had any. */
export function Errors({ trials, runName, onOpen }: ErrorsProps) {
  const rows = useMemo(() => errorRows(trials), [trials]);
  const { many } = workWords[workOfTrials(trials)];
  const columns = useMemo(
    () => [...cellTableColumns(rows, ({ trial }) => trial.cell), ...ownColumns(many)],
    [rows, many],
  );
  return (
    <TablePanel<ErrorRow>
      title="Errors"
      note={`failed ${many} of the measured windows by kind and code; a row opens a trial of its cell`}
      file={`${runName} errors`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      onOpen={({ trial }) => onOpen(trial)}
    />
  );
}
