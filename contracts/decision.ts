import { z } from 'zod';
import { cellSchema } from './experiment/cell.ts';
import { findingMetricSchema, ratioSchema } from './result.ts';

/**
 * `decided`: one side is faster. `alike`: no difference worth mentioning. `open`: neither yet. `failing`: more than
 * 1 % of a side's requests failed, so that its speed says nothing. `unlike`: the sides did not do the same work.
 */
const judgementSchema = z.enum(['decided', 'alike', 'open', 'failing', 'unlike']);
export type Judgement = z.infer<typeof judgementSchema>;

/** A comparison of the finding, so far. */
const decidedPairSchema = z.object({
  cell: cellSchema,
  baseline: cellSchema,
  metric: findingMetricSchema,
  /** Repetitions in which both have a value. */
  repetitions: z.number().int(),
  /** Null before three of them. */
  ratio: ratioSchema.nullable(),
  /** 95 % interval of `times`, valid at any look; null as the ratio. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  judgement: judgementSchema,
  /** Repetitions after which it is likely to be judged; null where that is unknown, too far or over. */
  expected: z.number().int().nullable(),
});
export type DecidedPair = z.infer<typeof decidedPairSchema>;

/** Repetitions of a run that end when the comparisons of its finding are decided. */
export const decisionSchema = z.object({
  /** Repetitions that are complete. */
  repetitions: z.number().int(),
  /** The repetition after which comparisons are judged next; null when none follows. */
  nextLook: z.number().int().nullable(),
  /** The comparisons as of the last complete repetitions, six at most; the last are the current ones. */
  history: z.array(z.object({ repetitions: z.number().int(), pairs: z.array(decidedPairSchema) })),
});
export type Decision = z.infer<typeof decisionSchema>;
