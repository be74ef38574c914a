import { z } from 'zod';

/**
 * Judgement of a run on a published ratio, in three independent answers: whether ours has the same
 * direction, how far apart the sizes are, and whether ours can be trusted.
 */

/**
 * `same` and `opposite`: our interval excludes 1 on the same or the other side. `only-here`: it excludes 1,
 * while the published values are equal. `undetected`: it contains 1. `leans-same` and `leans-opposite`:
 * there is no interval, as with one trial on a side, so the value shows a direction but proves nothing.
 * `untold`: there are not enough data even for that.
 */
export const directionSchema = z.enum([
  'same',
  'opposite',
  'only-here',
  'undetected',
  'leans-same',
  'leans-opposite',
  'untold',
]);
export type Direction = z.infer<typeof directionSchema>;
export const directions = directionSchema.options;

export const directionWords: Readonly<Record<Direction, string>> = {
  same: 'same direction',
  opposite: 'opposite direction',
  'only-here': 'a difference only here',
  undetected: 'no detectable difference',
  'leans-same': 'leans the same way',
  'leans-opposite': 'leans the other way',
  untold: 'inconclusive',
};

/** Position of the published ratio: within our interval, outside it, or there is no interval. */
export const publishedReachSchema = z.enum(['within', 'outside', 'untold']);
export type PublishedReach = z.infer<typeof publishedReachSchema>;

const reachWords: Readonly<Record<PublishedReach, string>> = {
  within: 'in our interval',
  outside: 'outside our interval',
  untold: 'no interval',
};

/** Position of the published ratio, as text: lying in an interval that also contains 1 says little. */
export function publishedReachWords(size: PublishedReach, direction: Direction): string {
  const isWide = size === 'within' && direction === 'undetected';
  return reachWords[size] + (isWide ? ', as is no difference' : '');
}

/** Reasons to doubt our values, a few words each; empty if there are none. */
export const publishedTrustSchema = z.object({ sound: z.boolean(), doubts: z.array(z.string()) });
export type PublishedTrust = z.infer<typeof publishedTrustSchema>;

const directionCountsSchema = z.record(directionSchema, z.number().int());

/** Number of ratios per answer. */
export const publishedTallySchema = z.object({
  ratios: z.number().int(),
  /** Of these, the ratios that the run measured. */
  measured: z.number().int(),
  directions: directionCountsSchema,
  /** Of those, the trustworthy ones. */
  sound: directionCountsSchema,
  within: z.number().int(),
  /** Of those, the ones whose interval also contains 1. */
  withinWide: z.number().int(),
  outside: z.number().int(),
  /** Number of measured ratios in doubt. */
  inDoubt: z.number().int(),
});
export type PublishedTally = z.infer<typeof publishedTallySchema>;
