import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/**
 * The check before a run: every shape is asked for once in every protocol, and the answers, in their
 * canonical form, must be the same. The engine starts `workers/equivalence/worker.ts` for it.
 */

/** A place at which two answers differ; `path` is like `items[3].price`. Values are shortened texts of JSON. */
export const answerDifferenceSchema = z.object({
  path: z.string(),
  first: z.string(),
  second: z.string(),
});
export type AnswerDifference = z.infer<typeof answerDifferenceSchema>;

/** To the worker: make one call of a cell, and tell the answer. */
export const askSchema = requestSetupSchema.extend({
  cell: cellSchema,
  address: addressSchema,
  /** For connecting, and for the call. */
  timeoutMs: z.number(),
});
export type Ask = z.infer<typeof askSchema>;

/** From the worker; one for each call, in their order. */
export const equivalenceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answered'),
    /** The canonical message; bytes as they are. */
    answer: z.unknown(),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type EquivalenceMessage = z.infer<typeof equivalenceMessageSchema>;
