import { z } from 'zod';
import { datesLevelSchema } from './experiment/environment-factors.ts';
import { shapeSchema } from './experiment/shape.ts';
import { inspectionSchema } from './inspection.ts';
import {
  addLayers,
  bundledCallSchema,
  bytesOf,
  distinctSchema,
  type LayerBytes,
  layerBytesSchema,
  measuredLayers,
} from './wire.ts';
import {
  clientKindSchema,
  type Protocol,
  protocolSchema,
  subjectSchema,
  textKindSchema,
  tlsLevelSchema,
} from './words.ts';

const count = z.number().int().min(0);

/** What `sizes.measure` looks at: every protocol with every shape. */
export const sizesRequestSchema = bundledCallSchema.extend({
  shapes: distinctSchema(shapeSchema, 'shape'),
});
export type SizesWanted = z.output<typeof sizesRequestSchema>;

/** What is measured of a user's own service, of an experiment's text. */
export const ownSizesRequestSchema = z.object({
  /** Left out, all that can be sent by themselves and change nothing. */
  requests: distinctSchema(z.string().max(200), 'request', 500).optional(),
  /** Left out, those of the experiment. */
  protocols: distinctSchema(protocolSchema, 'protocol').optional(),
});
export type OwnSizesWanted = z.output<typeof ownSizesRequestSchema>;

/** Bytes of one message as its codec computes them. */
const encodedSizeSchema = z.object({
  /** The message's own encoding: JSON, Protobuf, or the XML elements of its fields. */
  payload: count,
  /** What the protocol puts around it; see `envelope` of its facts. */
  envelope: count,
  /** Those of the envelope that are no part of a body: octets before a message, or metadata of its frame. */
  beside: z.object({ framing: count, headers: count }),
});
export type EncodedSize = z.infer<typeof encodedSizeSchema>;

/** One call's two messages as their codecs compute them. */
export const encodedCallSchema = z.object({
  request: encodedSizeSchema,
  answer: encodedSizeSchema,
});
export type EncodedCall = z.infer<typeof encodedCallSchema>;

/** What the worker that makes the calls knows of their messages. */
export const callContentsSchema = z.object({
  /** One for each call. */
  calls: z.array(encodedCallSchema),
  /** Of the last call; null when a message is too long to be taken apart in memory, or of the user's own service. */
  request: inspectionSchema.nullable(),
  answer: inspectionSchema.nullable(),
});
export type CallContents = z.infer<typeof callContentsSchema>;

/** A call by layer, as it was recorded. */
const sizedCallSchema = z.object({
  request: layerBytesSchema,
  answer: layerBytesSchema,
  /** What opening the connection took, both ways; null on one that was reused. */
  setUp: layerBytesSchema.nullable(),
});
export type SizedCall = z.infer<typeof sizedCallSchema>;

const sizeEntrySchema = z.object({
  protocol: protocolSchema,
  shape: shapeSchema,
  operation: z.string(),
  /** Whether one side sends many messages, of which payload and envelope are the sums. */
  stream: z.enum(['none', 'request', 'response']),
  fresh: sizedCallSchema,
  /** The second call; null where the driver opened another connection for it. */
  reused: sizedCallSchema.nullable(),
  /** Where the body that was recorded has not the length that the codecs compute, in a sentence; null where it has. */
  differs: z.string().nullable(),
});
export type SizeEntry = z.infer<typeof sizeEntrySchema>;

/** The messages of a shape in the three encodings. */
const shapeMessagesSchema = z.object({
  shape: shapeSchema,
  operation: z.string(),
  request: inspectionSchema.nullable(),
  answer: inspectionSchema.nullable(),
});
export type ShapeMessages = z.infer<typeof shapeMessagesSchema>;

/** A payload that a study published, beside ours. */
const publishedSizeSchema = z.object({
  /** Such as `kth-2023, Table 4.2`. */
  source: z.string(),
  shape: z.string(),
  side: z.enum(['request', 'answer']),
  encoding: z.enum(['JSON', 'Protobuf']),
  published: z.number(),
  ours: count,
  /** Per cent of the published figure; null where that is 0. */
  deviation: z.number().nullable(),
});
export type PublishedSize = z.infer<typeof publishedSizeSchema>;

export const sizesSchema = z.object({
  workload: subjectSchema,
  tls: tlsLevelSchema,
  client: clientKindSchema,
  text: textKindSchema,
  /** Absent where nobody asked for them: full. */
  dates: datesLevelSchema.optional(),
  takenAt: z.string(),
  entries: z.array(sizeEntrySchema),
  /** One for each shape. */
  messages: z.array(shapeMessagesSchema),
  /** What studies published of these shapes. */
  published: z.array(publishedSizeSchema),
  /** Pairs that there is no call of; `failed` where one of the user's own service was tried. */
  skipped: z.array(
    z.object({
      protocol: protocolSchema,
      shape: shapeSchema,
      reason: z.string(),
      failed: z.literal(true).optional(),
    }),
  ),
});
export type Sizes = z.infer<typeof sizesSchema>;

/** What `wirebench sizes --json` prints. */
export const sizesDocumentSchema = z.object({
  format: z.literal('wirebench-sizes/1'),
  sizes: sizesSchema,
});
export type SizesDocument = z.infer<typeof sizesDocumentSchema>;

/** Which side of a call. */
export const sizeSides = ['request', 'answer'] as const;
export type SizeSide = (typeof sizeSides)[number];

/** All measured bytes of a call, both ways, its connection included where that was new. */
export function callBytes({ request, answer, setUp }: SizedCall): number {
  const layers: LayerBytes = addLayers(request, answer);
  return bytesOf(setUp ? addLayers(layers, setUp) : layers, measuredLayers);
}

/** Payload of both messages. */
export function callPayload({ request, answer }: SizedCall): number {
  return request.payload + answer.payload;
}

/** The call that entries are compared by: on a reused connection where there is one. */
export function defaultCall({ reused, fresh }: SizeEntry): SizedCall {
  return reused ?? fresh;
}

/** Entries of one shape. */
export function entriesOf({ entries }: Pick<Sizes, 'entries'>, shape: string): SizeEntry[] {
  return entries.filter((entry) => entry.shape === shape);
}

/** Where a protocol's entry of a shape is. */
export function entryOf(
  { entries }: Pick<Sizes, 'entries'>,
  shape: string,
  protocol: Protocol,
): SizeEntry | undefined {
  return entries.find((entry) => entry.shape === shape && entry.protocol === protocol);
}

/** What a measurement came to, in sentences: how well recordings match, where they do not, and what failed. */
export function sizesOutcome({ entries, skipped, workload }: Sizes) {
  const differing = entries.filter(({ differs }) => differs !== null).length;
  const agreed = `${entries.length - differing} of ${entries.length}`;
  return {
    agreement:
      workload === 'custom'
        ? `In ${agreed} pairs of protocol and request the recorded bodies are as long as those that the raw driver writes and reads.`
        : `In ${agreed} pairs of protocol and shape the recorded bodies have exactly the computed length.`,
    failures: skipped.flatMap(({ failed, reason }) => (failed ? [reason] : [])),
  };
}
