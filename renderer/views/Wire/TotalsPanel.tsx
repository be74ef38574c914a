import { useMemo } from 'react';
import { type WireCapture, type WireLayer, wireLayers } from '../../../contracts/wire.ts';
import { layerStyle } from '../../app/layers.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { ExportCsvButton } from '../../components/ExportCsvButton.tsx';
import { formatCount, msDigits } from '../../components/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { type TotalRow, totalRows } from '../../data/wire.ts';

type Column = DataColumn<TotalRow>;

function count(
  id: string,
  header: string,
  unit: string | null,
  value: (row: TotalRow) => number | null,
): Column {
  return {
    id,
    header,
    ...(unit === null ? {} : { unit }),
    numeric: true,
    value,
    render: (row) => {
      const found = value(row);
      return found === null ? '' : formatCount(found);
    },
  };
}

/** Shorter than elsewhere, so that all columns fit into a small window. */
const headers: Partial<Record<WireLayer, string>> = {
  'tls-records': 'TLS rec.',
  'tls-handshake': 'Handshake',
  'tcp-ip': 'TCP/IP',
};

function columnsFor(rows: readonly TotalRow[]): readonly Column[] {
  const layers = wireLayers.filter((layer) => rows.some((row) => row.layers[layer] > 0));
  return [
    {
      id: 'protocol',
      header: 'Protocol',
      value: ({ protocol }) => protocol,
      render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
    },
    { id: 'section', header: 'Section', value: ({ section }) => section },
    { id: 'direction', header: 'Way', value: ({ direction }) => direction },
    ...layers.map((layer) => {
      const unit = layer === 'tcp-ip' ? 'B est.' : 'B';
      const header = headers[layer] ?? layerStyle(layer).label;
      return count(layer, header, unit, (row) => row.layers[layer]);
    }),
    ...sums,
  ];
}

const sums: readonly Column[] = [
  count('measured', 'Measured', 'B', ({ measured }) => measured),
  count('trips', 'Trips', null, ({ roundTrips }) => roundTrips),
  count('packets', 'Packets', 'est.', ({ packets }) => packets),
  {
    id: 'latency',
    header: 'Latency',
    unit: 'ms',
    numeric: true,
    value: ({ latencyMs }) => latencyMs,
    render: ({ latencyMs }) => (latencyMs === null ? '' : msDigits(latencyMs)),
  },
];

const rowHeight = 28;

/** Every figure by section and direction. */
export function TotalsPanel({ captures }: { captures: readonly WireCapture[] }) {
  const rows = useMemo(() => totalRows(captures), [captures]);
  const columns = useMemo(() => columnsFor(rows), [rows]);
  return (
    <Panel
      title="Totals"
      note="est.: estimated; all other bytes are measured. One call says nothing of speed: latencies are those of this capture."
      actions={<ExportCsvButton name="wirebench-wire.csv" columns={columns} rows={rows} />}
      padded={false}
    >
      <div style={{ height: (rows.length + 1) * rowHeight + 12 }}>
        <DataTable
          label="Bytes by section, direction and layer"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHeight={rowHeight}
        />
      </div>
    </Panel>
  );
}
