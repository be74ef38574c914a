import { useMemo } from 'react';
import { type SizeRow, sizeRows } from '../../../contracts/size-rows.ts';
import type { Sizes } from '../../../contracts/sizes.ts';
import { type WireLayer, wireLayers } from '../../../contracts/wire.ts';
import { layerStyle } from '../../app/layers.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { ExportCsvButton } from '../../components/ExportCsvButton.tsx';
import { formatCount } from '../../components/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import type { DataColumn } from '../../components/tableModel.ts';

type Column = DataColumn<SizeRow>;

/** Shorter than elsewhere, so that all columns fit into a small window. */
const headers: Partial<Record<WireLayer, string>> = {
  'tls-records': 'TLS rec.',
  'tls-handshake': 'Handshake',
  'tcp-ip': 'TCP/IP',
};

function count(id: string, header: string, unit: string, value: (row: SizeRow) => number): Column {
  return { id, header, unit, numeric: true, value, render: (row) => formatCount(value(row)) };
}

function columnsFor(rows: readonly SizeRow[]): readonly Column[] {
  const layers = wireLayers.filter((layer) => rows.some((row) => row.layers[layer] > 0));
  return [
    { id: 'shape', header: 'Shape', value: ({ shape }) => shape },
    {
      id: 'protocol',
      header: 'Protocol',
      value: ({ protocol }) => protocol,
      render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
    },
    { id: 'connection', header: 'Connection', value: ({ connection }) => connection },
    { id: 'part', header: 'Part', value: ({ part }) => part },
    ...layers.map((layer) => {
      const unit = layer === 'tcp-ip' ? 'B est.' : 'B';
      const header = headers[layer] ?? layerStyle(layer).label;
      return count(layer, header, unit, (row) => row.layers[layer]);
    }),
    count('total', 'Measured', 'B', ({ total }) => total),
  ];
}

const rowHeight = 28;
const mostRows = 16;

/** Every figure: protocol by shape, request and answer, by layer. */
export function SizesTable({ sizes }: { sizes: Sizes }) {
  const rows = useMemo(() => sizeRows(sizes), [sizes]);
  const columns = useMemo(() => columnsFor(rows), [rows]);
  return (
    <Panel
      title="Sizes"
      note="est.: estimated; set-up is both ways together"
      actions={<ExportCsvButton name="wirebench-sizes.csv" columns={columns} rows={rows} />}
      padded={false}
    >
      <div style={{ height: (Math.min(mostRows, rows.length) + 1) * rowHeight + 12 }}>
        <DataTable
          label="Bytes by shape, protocol and layer"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHeight={rowHeight}
        />
      </div>
    </Panel>
  );
}
