import { z } from 'zod';

/**
 * What a run says to a published ratio, in three answers that do not follow from each other: whether ours
 * points the same way, how far apart the two are in size, and whether ours can be trusted.
 */

/**
 * `same` and `opposite`: ours, with its interval, lies clear of 1 on this or the other side. `only-here`:
 * so it does, while the published figures are equal. `undetected`: its interval has 1 in it. `leans-same` and
 * `leans-opposite`: there is no interval, as after one trial on a side, so that this is where the figure lies and
 * shows nothing. `untold`: there is too little even for that.
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

/** Where the published ratio lies: within our interval, outside it, or there is no interval. */
export const publishedReachSchema = z.enum(['within', 'outside', 'untold']);
export type PublishedReach = z.infer<typeof publishedReachSchema>;

const reachWords: Readonly<Record<PublishedReach, string>> = {
  within: 'in our interval',
  outside: 'outside our interval',
  untold: 'no interval',
};

/** Where the published ratio lies, in words: to lie in an interval that has 1 in it as well says little. */
export function publishedReachWords(size: PublishedReach, direction: Direction): string {
  const isWide = size === 'within' && direction === 'undetected';
  return reachWords[size] + (isWide ? ', as is no difference' : '');
}

/** Why figures of ours are in doubt, a few words each; none where they are not. */
export const publishedTrustSchema = z.object({ sound: z.boolean(), doubts: z.array(z.string()) });
export type PublishedTrust = z.infer<typeof publishedTrustSchema>;

const directionCountsSchema = z.record(directionSchema, z.number().int());

/** How many ratios got which answers. */
export const publishedTallySchema = z.object({
  ratios: z.number().int(),
  /** Of how many the run has figures. */
  measured: z.number().int(),
  directions: directionCountsSchema,
  /** Of those, ours that are not in doubt. */
  sound: directionCountsSchema,
  within: z.number().int(),
  /** Of those, in how many no difference lies in our interval as well. */
  withinWide: z.number().int(),
  outside: z.number().int(),
  /** Of how many measured ones ours are in doubt. */
  inDoubt: z.number().int(),
});
export type PublishedTally = z.infer<typeof publishedTallySchema>;
