import { z } from 'zod';
import { levelUnitSchema } from './words.ts';

/** What a search found about its objective. Levels are users, or requests per second. */
export const searchAnswerSchema = z.object({
  objective: z.string(),
  of: levelUnitSchema,
  /** The highest level that met the objective; null if none did. */
  level: z.number().nullable(),
  /** Between these the limit lies: the highest level that met it for certain, and the lowest that missed it for certain; null if there is none. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /**
   * What ended the search: a level that missed the objective, its own highest level, or a generator that sent too late.
   * Unless it is the first, the service may carry more.
   */
  limit: z.enum(['objective', 'to', 'generator']),
  /** Whether the last round, at `level`, met the objective with enough answers. */
  confirmed: z.boolean(),
  /** Answers of the round at `level`, and those that the percentile needs; absent if there are enough. */
  few: z.object({ answers: z.number().int(), needed: z.number().int() }).optional(),
  /** The closed load before the first level; absent without one. */
  look: z.object({ users: z.number(), throughputRps: z.number() }).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
