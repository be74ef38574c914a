import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { type RunSizes, runSizes } from '../../../contracts/run-sizes.ts';
import { wireLayers } from '../../../contracts/wire.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { ExportCsvButton } from '../../components/ExportCsvButton.tsx';
import { formatCount } from '../../components/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
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
import { type SizePart, sizePartLabels, sizeParts } from '../../data/sizes.ts';
import { fileStem } from '../../data/table.ts';
import { presentLayers } from '../../data/wire.ts';
import { LayerBars, layerBarsHeight } from '../Wire/LayerBars.tsx';
import { layerLook } from '../Wire/layerLook.ts';
import styles from './Result.module.css';
import { tableHeight } from './tableHeight.ts';

interface RunSizesPanelProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** What the messages of the run weigh in each protocol: bars by layer for each shape, and every figure. */
export function RunSizesPanel({ trials, runName }: RunSizesPanelProps) {
  const groups = useMemo(() => runSizes(trials), [trials]);
  const rows = useMemo(() => runSizeRows(groups), [groups]);
  const [part, setPart] = useState<SizePart>('both');
  return (
    <Panel
      title="Sizes of messages"
      note="one call of each shape, computed from the codecs"
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Which way"
            data={sizeParts.map((value) => ({ value, label: sizePartLabels[value] }))}
            value={part}
            onChange={setPart}
          />
          <ExportCsvButton
            name={`${fileStem(runName, 'sizes')}.csv`}
            columns={columns}
            rows={rows}
          />
        </>
      }
    >
      <div className={styles.energy}>
        {groups.map((group) => (
          <Figure key={group.what} {...{ group, part }} origin={runName} />
        ))}
        <div style={{ height: tableHeight(rows.length) }}>
          <DataTable<RunSizeRow>
            label="Bytes of the messages"
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
          />
        </div>
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
  const height = layerBarsHeight(bars.length);
  return (
    <ChartFrame
      title={title}
      unit="bytes"
      better="lower"
      summary={runSizesSummary(title, bars)}
      legend={presentLayers(bars).map(layerLook)}
      height={height}
      table={() => runSizesTable(title, [group])}
      origin={origin}
      footnotes={runSizesNotes}
      draw={({ width, height: drawn, hidden }) => (
        <LayerBars
          bars={bars}
          layers={wireLayers.filter((layer) => !hidden.has(layer))}
          width={width}
          height={drawn}
        />
      )}
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
