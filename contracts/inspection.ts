import { z } from 'zod';

/**
 * A message in the three encodings, every byte annotated: the model of the byte inspector. Created by the
 * annotated encoders of `workloads/inspect`, which tests compare byte for byte with the measured codecs.
 */

/** `value`: the field's value; `name`: a key or tag; `structure`: bytes around values; `skipped`: not shown. */
const byteRoleSchema = z.enum(['value', 'name', 'structure', 'skipped']);
export type ByteRole = z.infer<typeof byteRoleSchema>;

/** A stretch of bytes; the spans of an encoding follow each other without gaps. */
const byteSpanSchema = z.object({
  /** Offset from the start of the message; `to` is exclusive. */
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** The field of its bytes, such as `items[3].price`; empty for the message as a whole. */
  path: z.string(),
  role: byteRoleSchema,
  /** Explanation: `field 2, wire type 2 (length-delimited)`. */
  note: z.string(),
});
export type ByteSpan = z.infer<typeof byteSpanSchema>;

/** The bytes of one encoding; of a long message the first and the last ones. */
const encodedViewSchema = z.object({
  /** Length of the whole encoding. */
  bytes: z.number().int().min(0),
  /** Its first bytes; all of a short message; base64. */
  head: z.string(),
  /** The last bytes of a long one; base64. */
  tail: z.string(),
  /** Spans of the shown bytes, and one with role `skipped` for all between. */
  spans: z.array(byteSpanSchema),
});
export type EncodedView = z.infer<typeof encodedViewSchema>;

export const inspectionSchema = z.object({
  /** Name of the message type. */
  type: z.string(),
  json: encodedViewSchema,
  xml: encodedViewSchema,
  protobuf: encodedViewSchema,
});
export type Inspection = z.infer<typeof inspectionSchema>;

export const encodings = ['json', 'xml', 'protobuf'] as const;
export type Encoding = (typeof encodings)[number];
export const encodingLabels: Readonly<Record<Encoding, string>> = {
  json: 'JSON',
  xml: 'XML',
  protobuf: 'Protobuf',
};

/** A whole encoding with its spans. */
export interface Annotated {
  readonly bytes: Uint8Array;
  readonly spans: readonly ByteSpan[];
}
