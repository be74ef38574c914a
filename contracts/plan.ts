import { z } from 'zod';
import { maxIterations } from './experiment/plan-load.ts';

/** Minimum and maximum. */
const rangeSchema = z.object({ min: z.number().int(), max: z.number().int() });

/** Times in microseconds, and counts, of each successful iteration, in the order of completion. */
const planSamplesSchema = z.object({
  /** From just before connecting (or the first request) to the last byte of the last answer. */
  durationUs: z.array(z.number().int()).max(maxIterations),
  /** Part of that spent on connecting, or the time before it if set-up is excluded. */
  setUpUs: z.array(z.number().int()).max(maxIterations),
  requests: z.array(z.number().int()).max(maxIterations),
});
export type PlanSamples = z.infer<typeof planSamplesSchema>;

/** Results of a trial's iterations. All but `sent` are those of the measured ones. */
export const planResultSchema = z.object({
  /** Successful ones. */
  iterations: z.number().int(),
  /** Requests sent by the successful iterations. */
  requests: z.number().int(),
  /** Zeros if no iteration succeeded. */
  requestsPerIteration: rangeSchema,
  /** Sequential batches of requests, each waiting for the answers to the previous one. */
  roundTrips: rangeSchema,
  /** All requests of the trial, including warm-up and failed iterations: the number that the service counts. */
  sent: z.number().int(),
  /** Sockets opened by the workers over the whole trial. */
  socketsOpened: z.number().int(),
  samples: planSamplesSchema,
});
export type PlanResult = z.infer<typeof planResultSchema>;
