import { type SomeLayers, type WireLayer, wireLayers } from '../../../contracts/wire.ts';
import { formatCount } from './figures.ts';
import type { Column } from './table.ts';

const titles: Record<WireLayer, string> = {
  payload: 'payload',
  envelope: 'envelope',
  headers: 'headers',
  framing: 'framing',
  'tls-records': 'TLS rec.',
  'tls-handshake': 'TLS hs.',
  'tcp-ip': 'TCP/IP (est.)',
};

/** A column of bytes for each layer. */
export function layerColumns<Row>(layersOf: (row: Row) => SomeLayers): Column<Row>[] {
  return wireLayers.map((layer) => ({
    title: titles[layer],
    align: 'right',
    cell: (row) => formatCount(layersOf(row)[layer] ?? 0),
  }));
}
