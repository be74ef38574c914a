import { type SizedCall, type SizeEntry, type Sizes, sizeSides } from './sizes.ts';
import { bytesOf, type LayerBytes, measuredLayers } from './wire.ts';
import type { Protocol } from './words.ts';

/** A row of the table of sizes: a message of a call, or the opening of a connection. */
export interface SizeRow {
  readonly key: string;
  readonly shape: string;
  readonly protocol: Protocol;
  readonly operation: string;
  readonly connection: 'new' | 'reused';
  /** `set-up` is both directions together. */
  readonly part: 'request' | 'answer' | 'set-up';
  readonly layers: LayerBytes;
  /** All measured bytes. */
  readonly total: number;
}

/** All sizes, in the order of the entries. */
export function sizeRows({ entries }: Pick<Sizes, 'entries'>): SizeRow[] {
  return entries.flatMap((entry) => [
    ...rowsOf(entry, 'reused', entry.reused),
    ...rowsOf(entry, 'new', entry.fresh),
  ]);
}

function rowsOf(
  { shape, protocol, operation }: SizeEntry,
  connection: SizeRow['connection'],
  call: SizedCall | null,
): SizeRow[] {
  if (!call) return [];
  const row = (part: SizeRow['part'], layers: LayerBytes): SizeRow => ({
    key: `${shape} ${protocol} ${connection} ${part}`,
    ...{ shape, protocol, operation, connection, part, layers },
    total: bytesOf(layers, measuredLayers),
  });
  return [
    ...(call.setUp ? [row('set-up', call.setUp)] : []),
    ...sizeSides.map((side) => row(side, call[side])),
  ];
}
