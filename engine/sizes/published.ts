import { z } from 'zod';
import { protocolsWhere } from '../../contracts/protocols.ts';
import {
  defaultCall,
  entryOf,
  type PublishedSize,
  type SizeEntry,
  type SizeSide,
  type Sizes,
} from '../../contracts/sizes.ts';
import type { Protocol } from '../../contracts/words.ts';
import { readNumbers } from '../published/source.ts';

/** Protocols whose payload a study calls JSON or Protobuf; the first measured one is used. */
const carriers: Readonly<Record<'JSON' | 'Protobuf', readonly Protocol[]>> = {
  JSON: protocolsWhere(({ encoding }) => encoding === 'json'),
  Protobuf: protocolsWhere(({ encoding }) => encoding === 'protobuf'),
};

const count = z.number();
const kthSchema = z.object({
  payloadBytes: z.record(z.string(), z.object({ json: count, protobuf: count })),
});
const isepOf = z.record(z.string(), z.object({ request: count, response: count }));
const isepSchema = z.object({ payloadBytes: z.object({ json: isepOf, protobuf: isepOf }) });

type Figure = Omit<PublishedSize, 'ours' | 'deviation'>;

function kthFigures(): Figure[] {
  const { payloadBytes } = kthSchema.parse(readNumbers('kth-2023'));
  return Object.entries(payloadBytes).flatMap(([size, { json, protobuf }]) => {
    const common = {
      source: 'kth-2023, Table 4.2',
      shape: size.toLowerCase(),
      side: 'answer',
    } as const;
    return [
      { ...common, encoding: 'JSON', published: json } as const,
      { ...common, encoding: 'Protobuf', published: protobuf } as const,
    ];
  });
}

function isepFigures(): Figure[] {
  const { payloadBytes } = isepSchema.parse(readNumbers('isep-2025'));
  const of = (encoding: PublishedSize['encoding'], figures: z.infer<typeof isepOf>): Figure[] =>
    Object.entries(figures).flatMap(([shape, { request, response }]) => {
      const common = { source: 'isep-2025, Table 28', shape, encoding };
      return [
        { ...common, side: 'request', published: request },
        { ...common, side: 'answer', published: response },
      ];
    });
  return [...of('JSON', payloadBytes.json), ...of('Protobuf', payloadBytes.protobuf)];
}

/** The published payloads of a workload's shapes next to the measured ones, cell by cell. */
export function publishedSizes(sizes: Pick<Sizes, 'workload' | 'entries'>): PublishedSize[] {
  const figures =
    sizes.workload === 'inventory' ? kthFigures() : sizes.workload === 'store' ? isepFigures() : [];
  return figures.flatMap((figure) => {
    const entry = carriers[figure.encoding]
      .map((protocol) => entryOf(sizes, figure.shape, protocol))
      .find((found) => found !== undefined);
    return entry ? [withOurs(figure, entry, figure.side)] : [];
  });
}

/** Tables 4.2 and 28 list the contents of bodies; gRPC's five bytes are the published size of an empty message. */
function withOurs(figure: Figure, entry: SizeEntry, side: SizeSide): PublishedSize {
  const ours = defaultCall(entry)[side].payload;
  const { published } = figure;
  const deviation = published === 0 ? null : ((ours - published) / published) * 100;
  return { ...figure, ours, deviation };
}
