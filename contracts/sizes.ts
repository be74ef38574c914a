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

/** Scope of `sizes.measure`: every protocol with every shape. */
export const sizesRequestSchema = bundledCallSchema.extend({
  shapes: distinctSchema(shapeSchema, 'shape'),
});
export type SizesWanted = z.output<typeof sizesRequestSchema>;

/** Scope for an own service, from an experiment's text. */
export const ownSizesRequestSchema = z.object({
  /** Defaults to all that can be sent on their own and change nothing. */
  requests: distinctSchema(z.string().max(200), 'request', 500).optional(),
  /** Defaults to those of the experiment. */
  protocols: distinctSchema(protocolSchema, 'protocol').optional(),
});
export type OwnSizesWanted = z.output<typeof ownSizesRequestSchema>;

/** Bytes of one message, computed by its codec. */
const encodedSizeSchema = z.object({
  /** The message's own encoding: JSON, Protobuf, or the XML elements of its fields. */
  payload: count,
  /** Bytes that the protocol adds; see `envelope` of its facts. */
  envelope: count,
  /** Envelope bytes outside the body: octets before a message, or metadata of its frame. */
  beside: z.object({ framing: count, headers: count }),
});
export type EncodedSize = z.infer<typeof encodedSizeSchema>;

/** The two messages of one call, computed by their codecs. */
export const encodedCallSchema = z.object({
  request: encodedSizeSchema,
  answer: encodedSizeSchema,
});
export type EncodedCall = z.infer<typeof encodedCallSchema>;

/** Message sizes known to the worker that makes the calls. */
export const callContentsSchema = z.object({
  /** One per call. */
  calls: z.array(encodedCallSchema),
  /** For the last call; null if a message is too long to be parsed in memory, and for own services. */
  request: inspectionSchema.nullable(),
  answer: inspectionSchema.nullable(),
});
export type CallContents = z.infer<typeof callContentsSchema>;

/** A recorded call by layer. */
const sizedCallSchema = z.object({
  request: layerBytesSchema,
  answer: layerBytesSchema,
  /** Cost of opening the connection, both directions; null if it was reused. */
  setUp: layerBytesSchema.nullable(),
});
export type SizedCall = z.infer<typeof sizedCallSchema>;

const sizeEntrySchema = z.object({
  protocol: protocolSchema,
  shape: shapeSchema,
  operation: z.string(),
  /** Whether one side sends many messages, which payload and envelope are summed over. */
  stream: z.enum(['none', 'request', 'response']),
  fresh: sizedCallSchema,
  /** The second call; null if the driver opened another connection for it. */
  reused: sizedCallSchema.nullable(),
  /** Deviations of the recorded body length from the computed one, in a sentence; null if there are none. */
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

/** A published payload, next to ours. */
const publishedSizeSchema = z.object({
  /** Such as `kth-2023, Table 4.2`. */
  source: z.string(),
  shape: z.string(),
  side: z.enum(['request', 'answer']),
  encoding: z.enum(['JSON', 'Protobuf']),
  published: z.number(),
  ours: count,
  /** Per cent of the published value; null if that is 0. */
  deviation: z.number().nullable(),
});
export type PublishedSize = z.infer<typeof publishedSizeSchema>;

export const sizesSchema = z.object({
  workload: subjectSchema,
  tls: tlsLevelSchema,
  client: clientKindSchema,
  text: textKindSchema,
  /** Absent if not requested: full. */
  dates: datesLevelSchema.optional(),
  takenAt: z.string(),
  entries: z.array(sizeEntrySchema),
  /** One per shape. */
  messages: z.array(shapeMessagesSchema),
  /** Published sizes of these shapes. */
  published: z.array(publishedSizeSchema),
  /** Pairs without a call; `failed` if one of an own service was tried. */
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

/** Output of `wirebench sizes --json`. */
export const sizesDocumentSchema = z.object({
  format: z.literal('wirebench-sizes/1'),
  sizes: sizesSchema,
});
export type SizesDocument = z.infer<typeof sizesDocumentSchema>;

/** Side of a call. */
export const sizeSides = ['request', 'answer'] as const;
export type SizeSide = (typeof sizeSides)[number];

/** All measured bytes of a call, both directions, including a new connection. */
export function callBytes({ request, answer, setUp }: SizedCall): number {
  const layers: LayerBytes = addLayers(request, answer);
  return bytesOf(setUp ? addLayers(layers, setUp) : layers, measuredLayers);
}

/** Payload of both messages. */
export function callPayload({ request, answer }: SizedCall): number {
  return request.payload + answer.payload;
}

/** The call for comparing entries: on a reused connection if there is one. */
export function defaultCall({ reused, fresh }: SizeEntry): SizedCall {
  return reused ?? fresh;
}

/** Entries of one shape. */
export function entriesOf({ entries }: Pick<Sizes, 'entries'>, shape: string): SizeEntry[] {
  return entries.filter((entry) => entry.shape === shape);
}

/** Index of a protocol's entry for a shape. */
export function entryOf(
  { entries }: Pick<Sizes, 'entries'>,
  shape: string,
  protocol: Protocol,
): SizeEntry | undefined {
  return entries.find((entry) => entry.shape === shape && entry.protocol === protocol);
}

/** Summary of a measurement, in sentences: agreement of the recordings, deviations, and failures. */
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
