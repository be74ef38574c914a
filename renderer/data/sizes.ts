import {
  callBytes,
  callPayload,
  defaultCall,
  entriesOf,
  type SizeEntry,
  type Sizes,
} from '../../contracts/sizes.ts';
import { addLayers, bytesOf, type LayerBytes, measuredLayers } from '../../contracts/wire.ts';
import { groupDigits } from '../../metrics/format.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { LayerBar } from './wire.ts';

/** Meaning of the bars of a figure. */
export const sizeParts = ['both', 'request', 'answer'] as const;
export type SizePart = (typeof sizeParts)[number];
export const sizePartLabels: Readonly<Record<SizePart, string>> = {
  both: 'Both directions',
  request: 'Request',
  answer: 'Answer',
};

function layersOf(entry: SizeEntry, part: SizePart): LayerBytes {
  const { request, answer } = defaultCall(entry);
  if (part === 'both') return addLayers(request, answer);
  return part === 'request' ? request : answer;
}

/** A bar for each protocol: a call of a shape, on a reused connection where there is one. */
export function sizeBars(sizes: Pick<Sizes, 'entries'>, shape: string, part: SizePart): LayerBar[] {
  return entriesOf(sizes, shape).map((entry) => {
    const layers = layersOf(entry, part);
    return {
      protocol: entry.protocol,
      layers,
      measured: bytesOf(layers, measuredLayers),
      estimated: layers['tcp-ip'],
    };
  });
}

/** The shapes that were measured, in their order. */
export function measuredShapes({ entries }: Pick<Sizes, 'entries'>): string[] {
  return [...new Set(entries.map(({ shape }) => shape))];
}

/** The finding in a sentence: the leanest and the largest call of the first shape. */
export function describeSizes(sizes: Pick<Sizes, 'entries'>): string {
  const [shape = ''] = measuredShapes(sizes);
  const calls = entriesOf(sizes, shape)
    .map((entry) => ({ protocol: entry.protocol, call: defaultCall(entry) }))
    .sort((a, b) => callBytes(a.call) - callBytes(b.call));
  const [least] = calls;
  const most = calls.at(-1);
  if (!least || !most) return 'No protocol offers this selection.';
  const words = (found: typeof least) =>
    `${groupDigits(callBytes(found.call), 0)} bytes for ${groupDigits(callPayload(found.call), 0)} of payload`;
  const head = `A ${shape} call takes ${words(least)} over ${protocolStyle(least.protocol).label}`;
  if (least === most) return `${head}.`;
  return `${head}, and ${words(most)} over ${protocolStyle(most.protocol).label}.`;
}
