import { z } from 'zod';
import { errorKindSchema } from './error-kinds.ts';
import { errorReportSchema } from './errors.ts';
import { answerOutlineSchema } from './exchange.ts';
import { cellSchema } from './experiment/cell.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/**
 * Calls that a separate thread (`workers/equivalence/worker.ts`) makes before any load. Before a run, it requests every
 * shape once in every protocol, and the canonical answers must be equal. Before each trial, it calls each operation of
 * the trial once, to check that the target is the expected service.
 */

/** A place at which two answers differ; `path` is like `items[3].price`. Values are shortened JSON. */
const answerDifferenceSchema = z.object({
  path: z.string(),
  first: z.string(),
  second: z.string(),
});
export type AnswerDifference = z.infer<typeof answerDifferenceSchema>;

/** To the worker: make the call of a cell, or those of one iteration of its plan, and report the results. */
export const askSchema = requestSetupSchema.extend({
  cell: cellSchema,
  address: addressSchema,
  /** Time limit for connecting, and again for the call. */
  timeoutMs: z.number(),
  /** Number of the request within its shape, or of the iteration. */
  sequence: z.number().int(),
  /** Only for a step of a flow that is sent separately: where it belongs, and the values taken from earlier answers. */
  by: z
    .object({
      user: z.number().int(),
      iteration: z.number().int(),
      step: z.number().int(),
      taken: z.array(z.string()),
    })
    .optional(),
  /** Whether the cell's shape is a use case, for which the requests of one iteration are made one after another. */
  useCase: z.boolean(),
  /**
   * What to report: the answer itself, the answer with the cost of the call, the judgement of the answer, or only
   * whether one came that its protocol marks as successful.
   */
  wanted: z.enum(['answer', 'exchange', 'judgement', 'success']),
});
export type Ask = z.infer<typeof askSchema>;

/** Cost of a single call. */
const callCostSchema = z.object({
  connectMs: z.number(),
  answerMs: z.number(),
  /** On its socket, TLS included. */
  bytes: z.object({ sent: z.number().int(), received: z.number().int() }),
});

/** Why a call did not succeed, as reported by the drivers. */
export const reportedFailureSchema = z.object({
  kind: errorKindSchema,
  code: z.string(),
  message: z.string(),
});
export type ReportedFailure = z.infer<typeof reportedFailureSchema>;

/** From the worker; one for each call, in order. */
export const equivalenceMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answered'),
    /** The canonical message, in which fields of bytes remain bytes; null unless requested. */
    answer: z.unknown(),
    /** Cost of the call; absent unless requested. */
    taken: callCostSchema.optional(),
    /** Of a judged answer, the last of several; absent if it cannot be read. */
    outline: answerOutlineSchema.optional(),
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
