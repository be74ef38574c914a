import { type SizeRow, sizeRows } from '../../../contracts/size-rows.ts';
import type { Sizes } from '../../../contracts/sizes.ts';
import { type WireLayer, wireLayers } from '../../../contracts/wire.ts';
import { formatCount } from './figures.ts';
import { type Column, drawTable } from './table.ts';

const titles: Record<WireLayer, string> = {
  payload: 'payload',
  envelope: 'envelope',
  headers: 'headers',
  framing: 'framing',
  'tls-records': 'TLS rec.',
  'tls-handshake': 'TLS hs.',
  'tcp-ip': 'TCP/IP (est.)',
};

const columns: readonly Column<SizeRow>[] = [
  { title: 'shape', cell: ({ shape }) => shape },
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'connection', cell: ({ connection }) => connection },
  { title: 'part', cell: ({ part }) => part },
  ...wireLayers.map(
    (layer): Column<SizeRow> => ({
      title: titles[layer],
      align: 'right',
      cell: ({ layers }) => formatCount(layers[layer]),
    }),
  ),
  { title: 'measured', align: 'right', cell: ({ total }) => formatCount(total) },
];

/** Every figure, what could not be called, and where recording and codecs disagree. */
export function drawSizes(sizes: Sizes): string {
  const { entries, skipped } = sizes;
  const differences = entries.flatMap(({ protocol, shape, differs }) =>
    differs === null ? [] : [`${protocol} ${shape}: ${differs}`],
  );
  const agreed = entries.length - differences.length;
  return [
    drawTable(columns, sizeRows(sizes)),
    'Payload is the message in its own encoding; envelope is what the protocol puts around it. Both are computed from the codecs, the rest is recorded; TCP/IP is estimated.',
    `Recorded bodies have the computed length in ${agreed} of ${entries.length} pairs of protocol and shape.`,
    ...differences,
    ...skipped.map(({ reason }) => reason),
    '',
  ].join('\n');
}
