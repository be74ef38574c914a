import { type SizeRow, sizeRows } from '../../../contracts/size-rows.ts';
import { type PublishedSize, type Sizes, sizesOutcome } from '../../../contracts/sizes.ts';
import { wireLayers } from '../../../contracts/wire.ts';
import { toCsv } from '../../../metrics/csv.ts';
import { formatChange, formatCount } from '../../../metrics/format.ts';
import { layerTextColumns } from './layer-columns.ts';
import { drawTable, type TextColumn } from './table.ts';

const columns: readonly TextColumn<SizeRow>[] = [
  { title: 'shape', cell: ({ shape }) => shape },
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'connection', cell: ({ connection }) => connection },
  { title: 'part', cell: ({ part }) => part },
  ...layerTextColumns<SizeRow>(({ layers }) => layers),
  { title: 'measured', align: 'right', cell: ({ total }) => formatCount(total) },
];

/** All sizes, calls that failed, and differences between recording and codecs. */
export function drawSizes(sizes: Sizes): string {
  const { entries, skipped, published, workload } = sizes;
  const differences = entries.flatMap(({ protocol, shape, differs }) =>
    differs === null ? [] : [`${protocol} ${shape}: ${differs}`],
  );
  return [
    drawTable(columns, sizeRows(sizes)),
    'Payload is the message in its own encoding, values are those of its fields; envelope is what the protocol puts around it. Everything is recorded and checked against ' +
      `${workload === 'custom' ? 'what the raw driver writes and reads' : 'the codecs'}; TCP/IP is estimated.`,
    sizesOutcome(sizes).agreement,
    ...differences,
    ...published.map(publishedLine),
    ...skipped.map(({ reason }) => reason),
    '',
  ].join('\n');
}

function publishedLine({
  source,
  shape,
  side,
  encoding,
  published,
  ours,
  deviation,
}: PublishedSize) {
  const apart = deviation === null ? '' : ` (${formatChange(deviation)})`;
  return `${source}: ${shape} ${side} as ${encoding} ${formatCount(published)} bytes, here ${formatCount(ours)}${apart}`;
}

/** All sizes as CSV, bytes in each column of a layer; `tcp_ip_bytes` is estimated. */
export function sizesCsv(sizes: Pick<Sizes, 'entries' | 'workload'>): string {
  const layers = wireLayers.map((layer) => `${layer.replace('-', '_')}_bytes`);
  const names = ['workload', 'shape', 'protocol', 'operation', 'connection', 'part'];
  return toCsv(
    [...names, ...layers, 'measured_bytes'],
    sizeRows(sizes).map((row) => [
      ...[sizes.workload, row.shape, row.protocol, row.operation, row.connection, row.part],
      ...wireLayers.map((layer) => row.layers[layer]),
      row.total,
    ]),
  );
}
