import { bandOf } from '../../contracts/heat-map.ts';
import type { Histogram } from '../stats/histogram.ts';

/** Counts by band of latency: `[band, count, band, count, …]`, bands rising. */
export type BandCounts = readonly number[];

/** A bucket of the histogram is far narrower than a band; its middle says which it belongs to. */
export function bandsOf(histogram: Histogram): number[] {
  const bands: number[] = [];
  for (const { lowest, highest, count } of histogram.buckets()) {
    const band = bandOf((lowest + highest) / 2);
    if (bands.at(-2) === band) bands[bands.length - 1] = (bands.at(-1) ?? 0) + count;
    else bands.push(band, count);
  }
  return bands;
}

/** Both counts together. */
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
