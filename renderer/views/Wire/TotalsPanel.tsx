import { useMemo } from 'react';
import type { WireCapture } from '../../../contracts/wire.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { countColumn, layerColumns } from '../../components/layerColumns.ts';
import { Panel } from '../../components/Panel.tsx';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { type TotalRow, totalRows } from '../../data/wire.ts';

type Column = DataColumn<TotalRow>;

function columnsFor(rows: readonly TotalRow[]): readonly Column[] {
  return [
    protocolColumn(({ protocol }) => protocol),
    { id: 'section', header: 'Section', value: ({ section }) => section },
    { id: 'direction', header: 'Direction', value: ({ direction }) => direction },
    ...layerColumns(rows),
    ...sums,
  ];
}

const sums: readonly Column[] = [
  countColumn('measured', 'Measured', 'B', ({ measured }) => measured),
  countColumn('trips', 'Trips', null, ({ roundTrips }) => roundTrips),
  countColumn('packets', 'Packets', 'est.', ({ packets }) => packets),
  {
    id: 'latency',
    header: 'Latency',
    unit: 'ms',
    numeric: true,
    value: ({ latencyMs }) => latencyMs,
    render: ({ latencyMs }) => (latencyMs === null ? '' : threeDigits(latencyMs)),
  },
];

const rowHeight = 28;

/** Every value by section and direction. */
export function TotalsPanel({ captures }: { captures: readonly WireCapture[] }) {
  const rows = useMemo(() => totalRows(captures), [captures]);
  const columns = useMemo(() => columnsFor(rows), [rows]);
  return (
    <Panel
      title="Totals"
      note="est.: estimated; all other bytes are measured. One call says nothing about speed: the latencies are those of this capture only."
      actions={<SaveCsvButton name="wirebench wire" columns={columns} rows={rows} />}
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
