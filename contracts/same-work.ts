import { z } from 'zod';
import { cellSchema } from './experiment/cell.ts';
import { factorNames } from './experiment/factors.ts';

/** What a comparison has to have in common, in the order of tables. */
const workAspectSchema = z.enum([
  'method',
  'http',
  'connections',
  'tls',
  'resumption',
  'compression',
  'payload',
  'wire',
  'answers',
  'cache',
  'errors',
  'handler',
  'generator',
]);
export type WorkAspect = z.infer<typeof workAspectSchema>;

/**
 * `equal`; `varied`: different because of the compared factor; `different`: because of something else;
 * `unchecked`: not known of both sides; `shown`: a result of the comparison, which need not be equal.
 */
const workStandingSchema = z.enum(['equal', 'varied', 'different', 'unchecked', 'shown']);
export type WorkStanding = z.infer<typeof workStandingSchema>;

/** An aspect of what both sides did, each in words. */
const workRowSchema = z.object({
  aspect: workAspectSchema,
  cell: z.string(),
  baseline: z.string(),
  standing: workStandingSchema,
});
export type WorkRow = z.infer<typeof workRowSchema>;

/** Why two cells are not comparable; the code is an aspect. */
export const workReasonSchema = z.object({ code: workAspectSchema, sentence: z.string() });

/** Two cells that differ in one factor, and whether they did the same work otherwise. */
export const sameWorkSchema = z.object({
  cell: cellSchema,
  baseline: cellSchema,
  factor: z.enum(factorNames),
  /** Names in sentences: `gRPC`, `REST with TLS`. */
  labels: z.object({ cell: z.string(), baseline: z.string() }),
  verdict: z.enum(['comparable', 'not-comparable']),
  reasons: z.array(workReasonSchema),
  rows: z.array(workRowSchema),
});
export type SameWork = z.infer<typeof sameWorkSchema>;
