import { z } from 'zod';
import { oauthSchema } from './experiment/auth.ts';
import { checkSchema } from './experiment/checks.ts';
import { takeSchema } from './experiment/flows.ts';
import { rowPickSchema } from './experiment/service.ts';
import { protocolSchema } from './words.ts';

/**
 * A user's own service as workers need it: every description read, every request written out. It is all
 * that the bytes of a request depend on, but for the values that its texts name.
 */

const fieldsSchema = z.array(z.tuple([z.string(), z.string()]));

/** A piece of a body: text with its `{{values}}`, or octets that are sent as they are. */
const bodyPieceSchema = z.union([
  z.object({
    text: z.string(),
    /** How `{{values}}` are escaped. */
    escape: z.enum(['json', 'xml', 'url', 'quoted', 'none']),
  }),
  z.object({ octets: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
]);
export type BodyPiece = z.infer<typeof bodyPieceSchema>;

/** A request over HTTP that is written out. */
const textCallSchema = z.object({
  kind: z.literal('text'),
  method: z.string(),
  /** Path and query below the address, as a template. */
  target: z.string(),
  /** Names in lower case, values as templates. */
  headers: fieldsSchema,
  /** Behind each other; null for none. */
  body: z.array(bodyPieceSchema).nullable(),
  /** What tells success: the status alone, no `errors` in the body, or no fault. */
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
  /** Full names of the types, which are in {@link OwnService.schemas}. */
  request: z.string(),
  response: z.string(),
  /** Which schema they are of. */
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
  /** Parts of the answer that must be the same in every protocol, and where they stand in each. */
  agree: z.array(z.object({ name: z.string(), at: z.partialRecord(protocolSchema, takeSchema) })),
});
export type OwnServiceRequest = z.infer<typeof ownServiceRequestSchema>;

/** The rows of a data file, in memory that the engine fills and all workers read. */
export const rowTableSchema = z.object({
  name: z.string(),
  /** Those that templates name. */
  columns: z.array(z.string()),
  pick: rowPickSchema,
  rows: z.number().int(),
  memory: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer),
  /** Where in `memory` the values end and the index begins. */
  marksAt: z.number().int(),
  /** Counts the rows that were taken, where each is used once: by all workers, in every trial anew. */
  taken: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer).optional(),
  /**
   * The stretches of rows, each from its first to the one behind its last, that these workers use where each is used
   * once and other machines use the rest; absent where all rows are theirs.
   */
  share: z
    .array(z.tuple([z.number().int().min(0), z.number().int().min(0)]))
    .max(100_000)
    .optional(),
});
export type RowTable = z.infer<typeof rowTableSchema>;

const mixSchema = z.object({
  name: z.string(),
  /** Requests with their weights, which are above 0. */
  parts: z.array(z.object({ request: z.string(), weight: z.number() })).min(1),
});
export type OwnServiceMix = z.infer<typeof mixSchema>;

const stepSchema = z.object({
  request: z.string(),
  /** What is taken out of the answer in each protocol, by names that are in {@link OwnService.taken}. */
  take: z.record(z.string(), z.partialRecord(protocolSchema, takeSchema)),
});
export type FlowStep = z.infer<typeof stepSchema>;

const flowSchema = z.object({
  name: z.string(),
  doc: z.string(),
  /** Once for each trial, by the engine, before any load. */
  once: z.array(stepSchema),
  /** What that took, by the places of {@link OwnService.taken}; absent before it was sent. */
  shared: z.array(z.string()).optional(),
  /** Once for each user, before its first iteration. */
  setup: z.array(stepSchema),
  steps: z.array(stepSchema).min(1),
});
export type OwnServiceFlow = z.infer<typeof flowSchema>;

/** The access token of a protocol, in memory that the engine fills anew before it expires, and all workers read. */
export const tokenCellSchema = z.object({
  /** By which templates name it. */
  name: z.string(),
  memory: z.custom<SharedArrayBuffer>((value) => value instanceof SharedArrayBuffer),
});
export type TokenCell = z.infer<typeof tokenCellSchema>;

const usernameTokenSchema = z.object({
  /** By which templates name it. */
  name: z.string(),
  password: z.string(),
});
/** A password of WS-Security that is told by digests. */
export type UsernameToken = z.infer<typeof usernameTokenSchema>;

export const ownServiceSchema = z.object({
  requests: z.array(ownServiceRequestSchema),
  mixes: z.array(mixSchema),
  flows: z.array(flowSchema),
  /** Names of values that flows take out of answers. */
  taken: z.array(z.string()),
  usernameTokens: z.array(usernameTokenSchema).optional(),
  /** Of XPaths, by prefix. */
  namespaces: z.record(z.string(), z.string()).optional(),
  data: z.array(rowTableSchema),
  /** Message types in the JSON form of protobufjs, as text. */
  schemas: z.array(z.string()),
  /** Texts that the environment gave, which nothing may write down or show. */
  secrets: z.array(z.string()),
  /** Secret, too. What they are asked for with is filled in; absent where another machine asks. */
  tokens: z.array(tokenCellSchema.extend({ oauth: oauthSchema.optional() })),
});
export type OwnService = z.infer<typeof ownServiceSchema>;
