import { type SizeRow, sizeRows } from '../../../contracts/size-rows.ts';
import type { PublishedSize, Sizes } from '../../../contracts/sizes.ts';
import { formatCount } from './figures.ts';
import { layerColumns } from './layer-columns.ts';
import { type Column, drawTable } from './table.ts';

const columns: readonly Column<SizeRow>[] = [
  { title: 'shape', cell: ({ shape }) => shape },
  { title: 'protocol', cell: ({ protocol }) => protocol },
  { title: 'connection', cell: ({ connection }) => connection },
  { title: 'part', cell: ({ part }) => part },
  ...layerColumns<SizeRow>(({ layers }) => layers),
  { title: 'measured', align: 'right', cell: ({ total }) => formatCount(total) },
];

/** Every figure, what could not be called, and where recording and codecs disagree. */
export function drawSizes(sizes: Sizes): string {
  const { entries, skipped, published } = sizes;
  const differences = entries.flatMap(({ protocol, shape, differs }) =>
    differs === null ? [] : [`${protocol} ${shape}: ${differs}`],
  );
  const agreed = entries.length - differences.length;
  return [
    drawTable(columns, sizeRows(sizes)),
    'Payload is the message in its own encoding; envelope is what the protocol puts around it. Both are computed from the codecs, the rest is recorded; TCP/IP is estimated.',
    `Recorded bodies have the computed length in ${agreed} of ${entries.length} pairs of protocol and shape.`,
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
  const apart = deviation === null ? '' : ` (${deviation < 0 ? '' : '+'}${deviation.toFixed(1)} %)`;
  return `${source}: ${shape} ${side} as ${encoding} ${formatCount(published)} bytes, here ${formatCount(ours)}${apart}`;
}
