import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { protocolSchema } from './words.ts';
import { assignmentSchema } from './worker-messages.ts';

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

/** Two protocols that do not answer a shape alike. */
export const mismatchSchema = z.object({
  shape: z.string(),
  first: protocolSchema,
  second: protocolSchema,
  /** Up to five. */
  differences: z.array(answerDifferenceSchema),
});
export type Mismatch = z.infer<typeof mismatchSchema>;

/** To the worker: make one call as the assignment has it, and tell the answer. */
export const askSchema = z.object({ type: z.literal('ask'), assignment: assignmentSchema });
export type Ask = z.infer<typeof askSchema>;

/** From the worker. */
export const toldSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answered'),
    /** The canonical message; bytes as they are. */
    answer: z.unknown(),
    /** What is wrong with it by itself, in a sentence; null when it is what the operation must return. */
    complaint: z.string().nullable(),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type Told = z.infer<typeof toldSchema>;
