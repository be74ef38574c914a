import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { capital, workOfTrials, workWords } from '../../../contracts/work.ts';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { formatCount, formatShare } from '../../components/format.ts';
import { Panel } from '../../components/Panel.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { type ErrorRow, errorRows } from '../../data/errorRows.ts';
import { levelUnit } from '../../data/loadLevel.ts';
import { cellColumns } from './cellColumns.tsx';
import { tableHeight } from './tableHeight.ts';

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
    unit: '% of all',
    numeric: true,
    value: ({ share }) => 100 * share,
    render: ({ share }) => formatShare(share),
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
  const columns = useMemo(() => {
    const unit = levelUnit(rows.map(({ trial }) => trial.cell));
    return [...cellColumns<ErrorRow>(unit, ({ trial }) => trial.cell), ...ownColumns(many)];
  }, [rows, many]);
  return (
    <Panel
      title="Errors"
      note={`failed ${many} of the measured windows by kind and code; a row opens a trial of its cell`}
      padded={false}
      actions={<SaveCsvButton name={`${runName} errors`} columns={columns} rows={rows} />}
    >
      <div style={{ height: tableHeight(rows.length) }}>
        <DataTable<ErrorRow>
          label="Errors"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          onOpen={({ trial }) => onOpen(trial)}
        />
      </div>
    </Panel>
  );
}
