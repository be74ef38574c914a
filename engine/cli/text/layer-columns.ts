import { type SomeLayers, type WireLayer, wireLayers } from '../../../contracts/wire.ts';
import { formatCount } from '../../../metrics/format.ts';
import type { TextColumn } from './table.ts';

const titles: Record<WireLayer, string> = {
  payload: 'payload',
  envelope: 'envelope',
  headers: 'headers',
  framing: 'framing',
  'tls-records': 'TLS rec.',
  'tls-handshake': 'TLS hs.',
  'tcp-ip': 'TCP/IP (est.)',
};

/** A column of bytes for each layer, and one for those of the payload that are values. */
export function layerTextColumns<Row>(layersOf: (row: Row) => SomeLayers): TextColumn<Row>[] {
  const column = (title: string, of: WireLayer | 'values'): TextColumn<Row> => ({
    title,
    align: 'right',
    cell: (row) => formatCount(layersOf(row)[of] ?? 0),
  });
  return [...wireLayers.map((layer) => column(titles[layer], layer)), column('values', 'values')];
}
