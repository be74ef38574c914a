import { z } from 'zod';
import { oauthSchema } from './experiment/auth.ts';
import { checkSchema } from './experiment/checks.ts';
import { takeSchema } from './experiment/flows.ts';
import { rowPickSchema } from './experiment/service.ts';
import { protocolSchema } from './words.ts';

/**
 * An own service in the form for workers: every description read, every request rendered. It determines all
 * bytes of a request except for template values.
 */

const fieldsSchema = z.array(z.tuple([z.string(), z.string()]));

/** A piece of a body: text with `{{values}}`, or octets that are sent unchanged. */
const bodyPieceSchema = z.union([
  z.object({
    text: z.string(),
    /** Escaping of `{{values}}`. */
    escape: z.enum(['json', 'xml', 'url', 'quoted', 'none']),
  }),
  z.object({ octets: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
]);
export type BodyPiece = z.infer<typeof bodyPieceSchema>;

/** A rendered HTTP request. */
const textCallSchema = z.object({
  kind: z.literal('text'),
  method: z.string(),
  /** Path and query below the address, as a template. */
  target: z.string(),
  /** Lower-case names, values as templates. */
  headers: fieldsSchema,
  /** In order; null for none. */
  body: z.array(bodyPieceSchema).nullable(),
  /** Criterion of success: the status alone, no `errors` in the body, or no fault. */
  success: z.enum(['status', 'errors', 'fault']),
});
export type TextCall = z.infer<typeof textCallSchema>;

/** A call of a named method with a message of Protobuf. */
const protobufCallSchema = z.object({
  kind: z.literal('protobuf'),
  /** `/package.Service/Method`. */
  path: z.string(),
  metadata: fieldsSchema,
  /** In the JSON mapping of Protobuf; its texts are templates. */
  message: z.record(z.string(), z.unknown()),
  /** Full names of the types in {@link OwnService.schemas}. */
  request: z.string(),
  response: z.string(),
  /** Index of their schema. */
  schema: z.number().int(),
  stream: z.enum(['none', 'response']),
});
export type ProtobufCall = z.infer<typeof protobufCallSchema>;

const ownServiceCallSchema = z.discriminatedUnion('kind', [textCallSchema, protobufCallSchema]);
export type OwnServiceCall = z.infer<typeof ownServiceCallSchema>;

const ownServiceRequestSchema = z.object({
  name: z.string(),
  doc: z.string(),
  changes: z.boolean(),
  calls: z.partialRecord(protocolSchema, ownServiceCallSchema),
  checks: z.partialRecord(protocolSchema, z.array(checkSchema)),
  /** Parts of the answer that must be equal in every protocol, and their locations in each. */
  agree: z.array(z.object({ name: z.string(), at: z.partialRecord(protocolSchema, takeSchema) })),
});
export type OwnServiceRequest = z.infer<typeof ownServiceRequestSchema>;

/** The rows of a data file, in shared memory filled by the engine and read by all workers. */
export const rowTableSchema = z.object({
  name: z.string(),
  /** Columns that templates name. */
  columns: z.array(z.string()),
  pick: rowPickSchema,
  rows: z.number().int(),
  memory: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer),
  /** Offset in `memory` at which the values end and the index begins. */
  marksAt: z.number().int(),
  /** Counts the used rows, if each is used once: over all workers, reset for every trial. */
  taken: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer).optional(),
  /**
   * The row ranges [start, end) of these workers, if each row is used once and other machines use the
   * others; absent if all rows are theirs.
   */
  share: z
    .array(z.tuple([z.number().int().min(0), z.number().int().min(0)]))
    .max(100_000)
    .optional(),
});
export type RowTable = z.infer<typeof rowTableSchema>;

const mixSchema = z.object({
  name: z.string(),
  /** Requests with their positive weights. */
  parts: z.array(z.object({ request: z.string(), weight: z.number() })).min(1),
});
export type OwnServiceMix = z.infer<typeof mixSchema>;

const stepSchema = z.object({
  request: z.string(),
  /** Values taken from the answer in each protocol, by names listed in {@link OwnService.taken}. */
  take: z.record(z.string(), z.partialRecord(protocolSchema, takeSchema)),
});
export type FlowStep = z.infer<typeof stepSchema>;

const flowSchema = z.object({
  name: z.string(),
  doc: z.string(),
  /** Once per trial, by the engine, before any load. */
  once: z.array(stepSchema),
  /** The values taken there, by index in {@link OwnService.taken}; absent before it was sent. */
  shared: z.array(z.string()).optional(),
  /** Once per user, before its first iteration. */
  setup: z.array(stepSchema),
  steps: z.array(stepSchema).min(1),
});
export type OwnServiceFlow = z.infer<typeof flowSchema>;

/** The access token of a protocol, in shared memory that the engine refills before expiry and all workers read. */
export const tokenCellSchema = z.object({
  /** Its name in templates. */
  name: z.string(),
  memory: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer),
});
export type TokenCell = z.infer<typeof tokenCellSchema>;

const usernameTokenSchema = z.object({
  /** Its name in templates. */
  name: z.string(),
  password: z.string(),
});
/** A WS-Security password that is sent as a digest. */
export type UsernameToken = z.infer<typeof usernameTokenSchema>;

export const ownServiceSchema = z.object({
  requests: z.array(ownServiceRequestSchema),
  mixes: z.array(mixSchema),
  flows: z.array(flowSchema),
  /** Names of values that flows take from answers. */
  taken: z.array(z.string()),
  usernameTokens: z.array(usernameTokenSchema).optional(),
  /** Namespaces of XPaths, by prefix. */
  namespaces: z.record(z.string(), z.string()).optional(),
  data: z.array(rowTableSchema),
  /** Message types in the JSON form of protobufjs, as text. */
  schemas: z.array(z.string()),
  /** Values from the environment, which must not be written or shown. */
  secrets: z.array(z.string()),
  /** Also secret. Their request is filled in; absent if another machine requests them. */
  tokens: z.array(tokenCellSchema.extend({ oauth: oauthSchema.optional() })),
});
export type OwnService = z.infer<typeof ownServiceSchema>;
