import { z } from 'zod';

/** Connections opened in a stretch of time, and their TLS handshakes; `resumed` ones are among the handshakes. */
export const openedSchema = z.object({
  connections: z.number().int(),
  handshakes: z.number().int(),
  resumed: z.number().int(),
});
export type Opened = z.infer<typeof openedSchema>;

/** The decoded answer to one request, the same of every trial, without its values. */
export const answerOutlineSchema = z.object({
  /** Distinct names of its fields, in letters and digits alone, sorted; those beyond the first 200 are left out. */
  fields: z.array(z.string()),
  /** Number of its values, and the characters of all of them. */
  values: z.number().int(),
  characters: z.number().int(),
  /** Items of its longest list; null if it has none, and in XML, where a list of one looks like a field. */
  records: z.number().int().nullable(),
  /** Of names and values, in an order that no encoding determines. */
  digest: z.string(),
});
export type AnswerOutline = z.infer<typeof answerOutlineSchema>;

/** What the load workers of a trial saw of its exchanges; each list has distinct values, and is empty where none is known. */
export const exchangeSchema = z.object({
  /** HTTP methods of its requests; with GraphQL and procedures that of the protocol. */
  methods: z.array(z.string()),
  /** HTTP versions of the answers: `1.0`, `1.1`, `2`; `none` for a protocol without HTTP. */
  http: z.array(z.string()),
  /** Codings of the answers: `gzip`; `none` for answers that are not compressed. */
  codings: z.array(z.string()),
  /** Versions and ciphers of the connections: `TLSv1.3 TLS_AES_256_GCM_SHA384`; `none` without TLS. */
  tls: z.array(z.string()),
  /** How answers said that a cache gave them, such as `age: 12`; at most five. Null where their headers are not seen. */
  cached: z.array(z.string()).nullable(),
  /** Whether its requests change nothing, as far as their method or operation says; null where neither does. */
  reads: z.boolean().nullable(),
});
export type Exchange = z.infer<typeof exchangeSchema>;
