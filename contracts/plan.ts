import { z } from 'zod';
import { maxIterations } from './experiment/plan-load.ts';

/** The least and the most of something. */
const rangeSchema = z.object({ min: z.number().int(), max: z.number().int() });

/** Times in microseconds, and counts, of each successful iteration, in the order in which they ended. */
const planSamplesSchema = z.object({
  /** From just before connecting (or the first request) to the last byte of the last answer. */
  durationUs: z.array(z.number().int()).max(maxIterations),
  /** Of that, or before it where set-up is outside: time spent getting connections. */
  setUpUs: z.array(z.number().int()).max(maxIterations),
  requests: z.array(z.number().int()).max(maxIterations),
});
export type PlanSamples = z.infer<typeof planSamplesSchema>;

/** What the iterations of a trial came to. All but `sent` speak of those that were measured. */
export const planResultSchema = z.object({
  /** Successful ones. */
  iterations: z.number().int(),
  /** Requests that the successful iterations sent. */
  requests: z.number().int(),
  /** Zeros when no iteration succeeded. */
  requestsPerIteration: rangeSchema,
  /** Batches of requests of which each waited for the answers to the one before. */
  roundTrips: rangeSchema,
  /** Every request that the trial sent, warm-up and failed iterations included: what the service counts. */
  sent: z.number().int(),
  /** Sockets that the workers opened over the whole trial. */
  socketsOpened: z.number().int(),
  samples: planSamplesSchema,
});
export type PlanResult = z.infer<typeof planResultSchema>;
