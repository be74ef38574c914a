import { layersOfSide, type RunSize, type RunSizes } from '../../contracts/run-sizes.ts';
import { type SizeSide, sizeSides } from '../../contracts/sizes.ts';
import { addLayers, bytesOf, measuredLayers } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { groupDigits } from '../../metrics/format.ts';
import { protocolStyle } from '../look/protocols.ts';
import { type SizePart, sizePartLabels } from './sizes.ts';
import type { FigureTable } from './table.ts';
import type { LayerBar } from './wire.ts';

/** Note on every figure of these sizes. */
export const runSizesNotes = [
  'Payload and envelope of the first request and answer that were checked, without headers, framing and TLS. Those of workloads are computed from the codecs; a library may encode its bodies differently.',
] as const;

/** A bar for each protocol: one call, or one side of it. */
export function runSizeBars({ sizes }: RunSizes, part: SizePart): LayerBar[] {
  return sizes.map(({ protocol, encoded }) => {
    const [request, answer] = [layersOfSide(encoded, 'request'), layersOfSide(encoded, 'answer')];
    const layers =
      part === 'both' ? addLayers(request, answer) : part === 'request' ? request : answer;
    return { protocol, layers, measured: bytesOf(layers, measuredLayers), estimated: 0 };
  });
}

/** A message of a protocol; sizes in bytes. */
export interface RunSizeRow {
  readonly key: string;
  readonly what: string;
  readonly protocol: Protocol;
  readonly part: SizeSide;
  readonly payload: number;
  readonly envelope: number;
  readonly total: number;
}

/** A line for each message. */
export function runSizeRows(groups: readonly RunSizes[]): RunSizeRow[] {
  return groups.flatMap(({ what, sizes }) =>
    sizes.flatMap((size) => sizeSides.map((part) => rowOf(what, size, part))),
  );
}

function rowOf(what: string, { protocol, encoded }: RunSize, part: SizeSide): RunSizeRow {
  const { payload, envelope } = encoded[part];
  const key = `${what} ${protocol} ${part}`;
  return { key, what, protocol, part, payload, envelope, total: payload + envelope };
}

/** The figures as a table, request and answer apart. */
export function runSizesTable(caption: string, groups: readonly RunSizes[]): FigureTable {
  return {
    caption,
    header: ['shape', 'protocol', 'part', 'payload (bytes)', 'envelope (bytes)', 'total (bytes)'],
    rows: runSizeRows(groups).map(({ what, protocol, part, payload, envelope, total }) => [
      what,
      protocolStyle(protocol).label,
      part,
      payload,
      envelope,
      total,
    ]),
  };
}

/** Content of the bars of a shape, such as `small, both ways`. */
export function runSizesTitle({ what }: RunSizes, part: SizePart): string {
  return `${what}, ${sizePartLabels[part].toLowerCase()}`;
}

/** The bars in a sentence. */
export function runSizesSummary(title: string, bars: readonly LayerBar[]): string {
  const words = bars.map(
    ({ protocol, measured, layers }) =>
      `${protocolStyle(protocol).label} ${groupDigits(measured, 0)} bytes, ${groupDigits(layers.payload, 0)} of them payload`,
  );
  return `${title}: ${words.join('; ')}.`;
}
