import { z } from 'zod';

/** Report of `generate.ts` at the end of a load; all values cover the measured window. */
export const ownOutcomeSchema = z.object({
  ok: z.number().int(),
  failed: z.number().int(),
  /** Requests that got an answer or failed, the warm-up included. */
  answered: z.number().int(),
  dropped: z.number().int(),
  /** `kind code: message` of the errors of the whole load, each once. */
  errors: z.array(z.string()),
  seconds: z.number(),
  /** From the start of the load to its measured window. */
  warmUpSeconds: z.number(),
  /** CPU of the worker threads alone. */
  workerCpuSeconds: z.number(),
  /** Of the busiest worker, 0–1. */
  utilization: z.number(),
  /** How late arrivals of open load were sent, 99th percentile; null in closed load. */
  lagP99Ms: z.number().nullable(),
  /** Resident memory before the first connection was opened, and at the end of the load. */
  rssBeforeBytes: z.number(),
  rssAfterBytes: z.number(),
});
export type OwnOutcome = z.infer<typeof ownOutcomeSchema>;

/** Its output: by turn, then by load. */
export const ownTurnsSchema = z.array(z.array(ownOutcomeSchema));
