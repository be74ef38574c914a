import { z } from 'zod';

/**
 * Latency over time: how many requests of each stretch of time fell into each band of latency.
 * Bands are the same for all columns and evenly spaced on a logarithmic axis.
 */
export const heatMapSchema = z.object({
  /** Rising edges of the bands in milliseconds; one more than there are bands. */
  edgesMs: z.array(z.number()),
  columns: z.array(
    z.object({
      /** From the start of the trial, in seconds. */
      startSeconds: z.number(),
      seconds: z.number(),
      /** Successful requests per band, lowest latency first. */
      counts: z.array(z.number().int()),
    }),
  ),
});
export type HeatMap = z.infer<typeof heatMapSchema>;
