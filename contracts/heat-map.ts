import { z } from 'zod';

/**
 * Latency over time: the number of requests of each time column in each latency band. Bands are the same for
 * all columns and evenly spaced on a logarithmic axis.
 */
export const heatMapSchema = z.object({
  /** Ascending edges of the bands in milliseconds; one more than there are bands. */
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

/** Bands of latency in one factor of ten: edges at 1, 1.26, 1.58, 2, 2.51, 3.16 … (the R10 series). */
export const bandsPerDecade = 10;

/** Lower edge of a band in milliseconds. Band 0 begins at 1 µs and includes everything below. */
export function bandEdgeMs(band: number): number {
  return 10 ** (band / bandsPerDecade) / 1000;
}

/** The band of a latency in microseconds. */
export function bandOf(us: number): number {
  // Slightly more, so that 10 ** (k / 10), the edge of band k, does not fall below itself.
  return us <= 1 ? 0 : Math.floor(Math.log10(us) * bandsPerDecade + 1e-9);
}

/** Counts by band of latency: `[band, count, band, count, …]`, bands rising. */
export type BandCounts = readonly number[];

/** Sum of both counts. */
export function addBands(a: BandCounts, b: BandCounts): number[] {
  const sum = new Map<number, number>();
  for (const bands of [a, b]) {
    for (let at = 0; at < bands.length; at += 2) {
      const band = bands[at] ?? 0;
      sum.set(band, (sum.get(band) ?? 0) + (bands[at + 1] ?? 0));
    }
  }
  return [...sum].sort(([one], [other]) => one - other).flat();
}
