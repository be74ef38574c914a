import { z } from 'zod';

/**
 * A message in the three encodings, with what each byte is for: the byte inspector's model. Made by the
 * annotated encoders beside this file, which tests compare byte for byte with the codecs that are measured.
 */

/** `value`: the field's own value; `name`: a key or tag; `structure`: what stands around values; `skipped`: not shown. */
const byteRoleSchema = z.enum(['value', 'name', 'structure', 'skipped']);
export type ByteRole = z.infer<typeof byteRoleSchema>;

/** A stretch of bytes; the spans of an encoding follow each other without a gap. */
const byteSpanSchema = z.object({
  /** From the start of the message; `to` is the first byte after it. */
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** The field whose byte it is, such as `items[3].price`; empty for the message as a whole. */
  path: z.string(),
  role: byteRoleSchema,
  /** What it says, for people: `field 2, wire type 2 (length-delimited)`. */
  note: z.string(),
});
export type ByteSpan = z.infer<typeof byteSpanSchema>;

/** The bytes of one encoding, of a long message the first and the last ones. */
const encodedViewSchema = z.object({
  /** Length of the whole encoding. */
  bytes: z.number().int().min(0),
  /** Its first bytes, all of a short message; base64. */
  head: z.string(),
  /** The last bytes of a long one; base64. */
  tail: z.string(),
  /** Those of the bytes that are shown, and one of role `skipped` for all between. */
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
