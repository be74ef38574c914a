import { bandOf } from '../../contracts/heat-map.ts';
import type { Histogram } from '../stats/histogram.ts';

/** A bucket of the histogram is far narrower than a band, so its middle determines the band. */
export function bandsOf(histogram: Histogram): number[] {
  const bands: number[] = [];
  for (const { lowest, highest, count } of histogram.buckets()) {
    const band = bandOf((lowest + highest) / 2);
    if (bands.at(-2) === band) bands[bands.length - 1] = (bands.at(-1) ?? 0) + count;
    else bands.push(band, count);
  }
  return bands;
}
