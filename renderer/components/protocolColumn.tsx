import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Protocol } from '../../contracts/words.ts';
import { cellColumns as columnsOfCells } from '../../metrics/cell-columns.ts';
import { ProtocolChip } from './ProtocolChip.tsx';
import type { DataColumn } from './tableModel.ts';

/** The table column for the protocol of a row. */
export function protocolColumn<Row>(protocolOf: (row: Row) => Protocol): DataColumn<Row> {
  return {
    id: 'protocol',
    header: 'Protocol',
    value: protocolOf,
    render: (row) => <ProtocolChip protocol={protocolOf(row)} />,
  };
}

/** The columns that distinguish the cells of some rows. */
export function cellTableColumns<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => Cell,
): DataColumn<Row>[] {
  return columnsOfCells(rows, cellOf).map((column) =>
    column.id === 'protocol' ? protocolColumn((row) => cellOf(row).protocol) : column,
  );
}
