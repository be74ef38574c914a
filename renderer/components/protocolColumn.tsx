import type { Protocol } from '../../contracts/words.ts';
import { ProtocolChip } from './ProtocolChip.tsx';
import type { DataColumn } from './tableModel.ts';

/** The column of a table that says of which protocol a row is. */
export function protocolColumn<Row>(protocolOf: (row: Row) => Protocol): DataColumn<Row> {
  return {
    id: 'protocol',
    header: 'Protocol',
    value: protocolOf,
    render: (row) => <ProtocolChip protocol={protocolOf(row)} />,
  };
}
