import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { type RunSizes, runSizes } from '../../../contracts/run-sizes.ts';
import { formatCount } from '../../../metrics/format.ts';
import { LayerFigure } from '../../charts/LayerFigure.tsx';
import { SizePartControl } from '../../components/controls/SizePartControl.tsx';
import { PageTable } from '../../components/PageTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import {
  type RunSizeRow,
  runSizeBars,
  runSizeRows,
  runSizesNotes,
  runSizesSummary,
  runSizesTable,
  runSizesTitle,
} from '../../data/runSizes.ts';
import type { SizePart } from '../../data/sizes.ts';
import styles from './Result.module.css';

interface RunSizesPanelProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** Message sizes of the run in each protocol: bars by layer for each shape, and a table. */
export function RunSizesPanel({ trials, runName }: RunSizesPanelProps) {
  const groups = useMemo(() => runSizes(trials), [trials]);
  const rows = useMemo(() => runSizeRows(groups), [groups]);
  const [part, setPart] = useState<SizePart>('both');
  return (
    <Panel
      title="Message sizes"
      note="payload and envelope of one checked call per shape"
      actions={
        <>
          <SizePartControl label="Direction" part={part} onChange={setPart} />
          <SaveCsvButton name={`${runName} sizes`} columns={columns} rows={rows} />
        </>
      }
    >
      <div className={styles.energy}>
        {groups.map((group) => (
          <Figure key={group.what} {...{ group, part }} origin={runName} />
        ))}
        <PageTable<RunSizeRow>
          label="Bytes of the messages"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
        />
      </div>
    </Panel>
  );
}

interface FigureProps {
  readonly group: RunSizes;
  readonly part: SizePart;
  readonly origin: string;
}

function Figure({ group, part, origin }: FigureProps) {
  const bars = useMemo(() => runSizeBars(group, part), [group, part]);
  const title = runSizesTitle(group, part);
  return (
    <LayerFigure
      title={title}
      bars={bars}
      origin={origin}
      footnotes={runSizesNotes}
      summary={runSizesSummary(title, bars)}
      table={() => runSizesTable(title, [group])}
    />
  );
}

function bytes(id: 'payload' | 'envelope' | 'total', header: string): DataColumn<RunSizeRow> {
  return {
    id,
    header,
    unit: 'B',
    numeric: true,
    value: (row) => row[id],
    render: (row) => formatCount(row[id]),
  };
}

const columns: readonly DataColumn<RunSizeRow>[] = [
  { id: 'shape', header: 'Shape', value: ({ what }) => what },
  {
    id: 'protocol',
    header: 'Protocol',
    value: ({ protocol }) => protocol,
    render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
  },
  { id: 'part', header: 'Part', value: ({ part }) => part },
  bytes('payload', 'Payload'),
  bytes('envelope', 'Envelope'),
  bytes('total', 'Total'),
];
