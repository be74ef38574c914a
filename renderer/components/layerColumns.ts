import { type SomeLayers, type WireLayer, wireLayers } from '../../contracts/wire.ts';
import { formatCount } from '../../metrics/format.ts';
import { layerStyle } from '../look/layers.ts';
import type { DataColumn } from './tableModel.ts';

/** Shorter than elsewhere, so that all columns fit into a small window. */
const headers: Partial<Record<WireLayer, string>> = {
  'tls-records': 'TLS rec.',
  'tls-handshake': 'Handshake',
  'tcp-ip': 'TCP/IP',
};

/** A column of integers. @param value null if there is none. */
export function countColumn<Row>(
  id: string,
  header: string,
  unit: string | null,
  value: (row: Row) => number | null,
): DataColumn<Row> {
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

/** A column of bytes for each layer in any of the rows, and one for the values in the payload, if known. */
export function layerColumns<Row extends { readonly layers: SomeLayers }>(
  rows: readonly Row[],
): DataColumn<Row>[] {
  const bytesOf = (row: Row, layer: WireLayer) => row.layers[layer] ?? 0;
  const columns = wireLayers
    .filter((layer) => rows.some((row) => bytesOf(row, layer) > 0))
    .map((layer) => {
      const unit = layer === 'tcp-ip' ? 'B est.' : 'B';
      const header = headers[layer] ?? layerStyle(layer).label;
      return countColumn<Row>(layer, header, unit, (row) => bytesOf(row, layer));
    });
  if (!rows.some(({ layers }) => layers.values)) return columns;
  return [...columns, countColumn('values', 'Values', 'B', ({ layers }) => layers.values ?? 0)];
}
