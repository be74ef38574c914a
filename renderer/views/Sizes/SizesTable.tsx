import { useMemo } from 'react';
import { type SizeRow, sizeRows } from '../../../contracts/size-rows.ts';
import type { Sizes } from '../../../contracts/sizes.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { countColumn, layerColumns } from '../../components/layerColumns.ts';
import { Panel } from '../../components/Panel.tsx';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';

type Column = DataColumn<SizeRow>;

function columnsFor(rows: readonly SizeRow[]): readonly Column[] {
  return [
    { id: 'shape', header: 'Shape', value: ({ shape }) => shape },
    protocolColumn(({ protocol }) => protocol),
    { id: 'connection', header: 'Connection', value: ({ connection }) => connection },
    { id: 'part', header: 'Part', value: ({ part }) => part },
    ...layerColumns(rows),
    countColumn('total', 'Measured', 'B', ({ total }) => total),
  ];
}

const rowHeight = 28;
const maxRows = 16;

/** Every value: protocol by shape, request and answer, by layer. */
export function SizesTable({ sizes }: { sizes: Sizes }) {
  const rows = useMemo(() => sizeRows(sizes), [sizes]);
  const columns = useMemo(() => columnsFor(rows), [rows]);
  return (
    <Panel
      title="Sizes"
      note="est.: estimated; set-up counts both directions"
      actions={<SaveCsvButton name="wirebench sizes" columns={columns} rows={rows} />}
      padded={false}
    >
      <div style={{ height: (Math.min(maxRows, rows.length) + 1) * rowHeight + 12 }}>
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
