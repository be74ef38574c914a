import type { Histogram } from './histogram.ts';

/**
 * A percentile corrected for coordinated omission, as HdrHistogram does it (G. Tene, *How NOT to
 * measure latency*, 2013; `copyCorrectedForCoordinatedOmission`): a user who waits v instead of
 * sending every `interval` leaves out the requests that would have waited v − interval,
 * v − 2·interval … down to `interval`; they are counted as well. They are counted, not recorded, so
 * that a wait of minutes at a pace of microseconds costs nothing.
 * @param intervalUs expected time between two requests of a user, microseconds, more than 0.
 * @param percent 0–100.
 * @returns microseconds; 0 when the histogram is empty.
 */
export function correctedPercentile(
  histogram: Histogram,
  intervalUs: number,
  percent: number,
): number {
  if (!(intervalUs > 0)) throw new RangeError(`no such interval: ${intervalUs} µs`);
  const values = [...histogram.buckets()].map(({ highest, count }) => {
    const value = Math.min(highest, histogram.max);
    return { value, count, omitted: Math.max(0, Math.floor(value / intervalUs) - 1) };
  });
  const total = values.reduce((sum, { count, omitted }) => sum + count * (1 + omitted), 0);
  const rank = Math.max(1, Math.ceil((percent / 100) * total - 1e-9 * total));
  const atMost = (us: number) =>
    values.reduce((sum, value) => sum + value.count * countAtMost(value, intervalUs, us), 0);
  return total === 0 ? 0 : smallest(histogram.max, (us) => atMost(us) >= rank);
}

/** Number of values up to `us` among a value and its omitted ones. */
function countAtMost(
  { value, omitted }: { readonly value: number; readonly omitted: number },
  intervalUs: number,
  us: number,
): number {
  if (value <= us) return 1 + omitted;
  // Of v − k·interval (k from 1 to `omitted`) those with k ≥ (v − us) / interval.
  return Math.max(0, omitted - Math.ceil((value - us) / intervalUs) + 1);
}

/** The smallest whole number up to `most` for which a condition holds that stays true once it is. */
function smallest(most: number, holds: (value: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}

/** Latency hidden by coordinated omission, in milliseconds. */
export interface Omission {
  readonly measuredP99Ms: number;
  readonly correctedP99Ms: number;
}

/**
 * Whether a closed load hides the latency of requests at the normal pace: the corrected
 * 99th percentile is more than twice the measured one, and at least a millisecond above it. The normal
 * pace of a user is one request every mean latency plus think time.
 * @returns null when the difference is smaller.
 */
export function findOmission(latency: Histogram, thinkTimeMs: number): Omission | null {
  if (latency.count === 0) return null;
  const intervalUs = Math.max(1, latency.mean() + thinkTimeMs * 1000);
  const measured = latency.percentile(99);
  const corrected = correctedPercentile(latency, intervalUs, 99);
  if (corrected <= 2 * measured || corrected - measured < 1000) return null;
  return { measuredP99Ms: measured / 1000, correctedP99Ms: corrected / 1000 };
}
