import { z } from 'zod';
import { arrivalsSchema, levelUnitSchema } from '../words.ts';
import { durationSchema } from './duration.ts';
import { wholeNumber } from './numbers.ts';

/** Arrivals per second over all workers; fractions are allowed (0.5 is one every two seconds). */
export const rateSchema = z
  .number({ error: 'expected a rate, requests per second, such as 200' })
  .min(0.01, 'expected a rate of at least 0.01 per second')
  .max(1_000_000, 'expected a rate of at most 1000000 per second');

/** Users of closed load. */
export const usersSchema = wholeNumber(1, 100_000, 'a number of users');

const levelHelp = 'expected a level of load, such as 50';
/** The highest level of any load, whichever its unit. */
export const highest = 1_000_000;
/** A level that a load passes through; it may be nothing. */
export const anyLevel = z
  .number({ error: levelHelp })
  .min(0, 'expected a level of 0 or more')
  .max(highest, `expected a level of at most ${highest}`);
/** A level that a load holds or ends at. */
export const level = anyLevel.min(0.01, 'expected a level of at least 0.01');

/** Shortest time that can be measured, in milliseconds. */
export const shortest = 100;
/** Longest time that a load may take, in milliseconds. */
export const longest = 7 * 24 * 3_600_000;
/** Time that is measured. */
export const measured = durationSchema.refine((ms) => ms >= shortest, 'expected at least 100ms');

/** A window bounded by time or by a number of requests; exactly one of the two. */
export function onePlainWindow(
  load: { duration?: number | undefined; requests?: number | undefined },
  context: z.RefinementCtx,
): void {
  const hasDuration = load.duration !== undefined;
  if (hasDuration === (load.requests !== undefined)) {
    context.addIssue({
      code: 'custom',
      path: hasDuration ? ['requests'] : [],
      message: 'expected either a duration or a number of requests',
    });
  }
  if (load.duration !== undefined && load.duration < shortest) {
    context.addIssue({ code: 'custom', path: ['duration'], message: 'expected at least 100ms' });
  }
}

/** The window of closed and open load. */
export const plainWindow = {
  /** From the start of the load; excluded from every figure. */
  warmUp: durationSchema.prefault('0s'),
  duration: durationSchema.optional(),
  /** Completed requests in the measured window, over all workers, instead of a duration. */
  requests: wholeNumber(1, 1_000_000_000, 'a number of requests').optional(),
};
/** Requests of open load without an answer at once, where the file does not say how many. */
export const defaultMaxInFlight = 1000;

/** Pause of a user between an answer and its next request. */
export const thinkTime = durationSchema;
/**
 * Open arrivals: `constant` spaces them evenly, `poisson` draws exponential gaps (seeded). What
 * would exceed `maxInFlight` unanswered requests is counted as dropped, not sent.
 */
export const maxInFlight = wholeNumber(1, 100_000, 'a number of requests');

/**
 * What every model that changes its level by itself has: users of closed, or the rate of open load.
 * What is left out is as in those: no think time, constant arrivals, {@link defaultMaxInFlight}.
 */
export const varyingFields = {
  of: levelUnitSchema.default('users'),
  thinkTime: thinkTime.optional(),
  arrivals: arrivalsSchema.optional(),
  maxInFlight: maxInFlight.optional(),
};

/**
 * Reports a key that is right in itself and has no place beside the others.
 * @param meant the key beside it that was meant, when there is no doubt.
 */
export function misplaced(
  path: string[],
  message: string,
  context: z.RefinementCtx,
  meant?: string,
): void {
  context.addIssue({ code: 'custom', path, message, params: { misplaced: true, meant } });
}
