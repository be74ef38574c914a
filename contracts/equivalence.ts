import { z } from 'zod';
import { errorKindSchema } from './error-kinds.ts';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/**
 * Calls that are made before any load, by a thread of their own (`workers/equivalence/worker.ts`): before a
 * run every shape is asked for once in every protocol, and the answers, in their canonical form, must be the
 * same; before each trial a call of each of its operations finds out whether its target is the service that
 * is expected.
 */

/** A place at which two answers differ; `path` is like `items[3].price`. Values are shortened texts of JSON. */
const answerDifferenceSchema = z.object({
  path: z.string(),
  first: z.string(),
  second: z.string(),
});
export type AnswerDifference = z.infer<typeof answerDifferenceSchema>;

/** To the worker: make the call of a cell, or those of one iteration of its plan, and tell what came of it. */
export const askSchema = requestSetupSchema.extend({
  cell: cellSchema,
  address: addressSchema,
  /** For connecting, and for the call. */
  timeoutMs: z.number(),
  /** Number of the request among those of its shape, or of the iteration. */
  sequence: z.number().int(),
  /** Who makes it, where it is a step of a flow that is sent by itself. */
  by: z
    .object({
      user: z.number().int(),
      iteration: z.number().int(),
      step: z.number().int(),
      taken: z.array(z.string()),
    })
    .optional(),
  /** Whether the cell's shape is a use case, of which the requests of one iteration are made one after the other. */
  useCase: z.boolean(),
  /**
   * The answer itself, the same with what the call took, a judgement of it, or only whether there was one with its
   * protocol's mark of success.
   */
  wanted: z.enum(['answer', 'exchange', 'judgement', 'success']),
});
export type Ask = z.infer<typeof askSchema>;

/** What a single call took. */
const callTakenSchema = z.object({
  connectMs: z.number(),
  answerMs: z.number(),
  /** On its socket, TLS included. */
  bytes: z.object({ sent: z.number().int(), received: z.number().int() }),
});

/** Why a call did not succeed, as the drivers tell it. */
export const reportedFailureSchema = z.object({
  kind: errorKindSchema,
  code: z.string(),
  message: z.string(),
});
export type ReportedFailure = z.infer<typeof reportedFailureSchema>;

/** From the worker; one for each call, in their order. */
export const equivalenceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answered'),
    /** The canonical message, bytes as they are; null unless it was wanted. */
    answer: z.unknown(),
    /** What the call took; absent unless it was wanted. */
    taken: callTakenSchema.optional(),
  }),
  z.object({
    type: z.literal('refused'),
    failure: reportedFailureSchema,
    /** Name of the operation, and its canonical request. */
    operation: z.string(),
    request: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type EquivalenceMessage = z.infer<typeof equivalenceMessageSchema>;
