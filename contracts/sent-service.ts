import { z } from 'zod';
import { ownServiceSchema, rowTableSchema, tokenCellSchema } from './own-service.ts';
import { assignmentSchema } from './worker-messages.ts';

/** An own service in transfer to an agent: shared memory is replaced by names, and recreated there. */

/** Identifies content: its SHA-256 in hexadecimal. */
export const objectNameSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Limit of all data files of an experiment in memory, in bytes. */
const maxTableBytes = 2 ** 31;
const maxRows = 2 ** 31 - 1;

/** Number of rows of each single-use table that the workers of a machine have used, by table name. */
export const rowsTakenSchema = z.record(z.string(), z.number().int().min(0).max(maxRows));
export type RowsTaken = z.infer<typeof rowsTakenSchema>;

const sentTableSchema = rowTableSchema
  .omit({ memory: true, taken: true })
  .extend({
    rows: z.number().int().min(0).max(maxRows),
    /** The content of the memory. */
    object: objectNameSchema,
    bytes: z.number().int().min(0).max(maxTableBytes),
    marksAt: z.number().int().min(0).max(maxTableBytes),
  })
  .refine(({ marksAt, bytes }) => marksAt <= bytes && marksAt % 4 === 0);

export const sentTokenSchema = z.object({
  ...tokenCellSchema.pick({ name: true }).shape,
  /** Number of tokens issued so far, including this one. */
  number: z.number().int().min(0),
  token: z.string().max(16_000),
});
/** The access token of a protocol; the one with the highest number is valid. */
export type SentToken = z.infer<typeof sentTokenSchema>;

export const sentServiceSchema = ownServiceSchema.extend({
  data: z.array(sentTableSchema),
  tokens: z.array(sentTokenSchema),
});
export type SentService = z.infer<typeof sentServiceSchema>;

/** The assignments of an agent’s load workers in a stint. */
export const preparedSchema = z.object({
  assignments: z
    .array(assignmentSchema.omit({ custom: true }))
    .min(1)
    .max(1024),
  /** Shared by all of them. */
  service: sentServiceSchema.optional(),
});
export type Prepared = z.infer<typeof preparedSchema>;
