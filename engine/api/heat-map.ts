import type { HeatMap } from '../../contracts/heat-map.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { Histogram } from '../stats/histogram.ts';

const bandsPerDecade = 20;

/** Latency over time, of intervals up to the end of the window; empty when nothing succeeded. */
export function heatMapOf(intervals: readonly Interval[]): HeatMap {
  const shown = intervals.filter(({ phase }) => phase !== 'drain');
  const columns = shown.map(({ latency }) => bandsOf(Histogram.fromData(latency)));
  const used = columns.flatMap((bands) => [...bands.keys()]);
  if (used.length === 0) return { edgesMs: [], columns: [] };
  const low = used.reduce((least, band) => Math.min(least, band));
  const count = used.reduce((most, band) => Math.max(most, band)) - low + 1;
  const bands = Array.from({ length: count }, (_, index) => low + index);
  return {
    edgesMs: [...bands, low + count].map((band) => 10 ** (band / bandsPerDecade) / 1000),
    columns: shown.map(({ startMs, lengthMs }, index) => ({
      startSeconds: startMs / 1000,
      seconds: lengthMs / 1000,
      counts: bands.map((band) => columns[index]?.get(band) ?? 0),
    })),
  };
}

/** Requests by band; band 0 begins at 1 µs. */
function bandsOf(histogram: Histogram): Map<number, number> {
  const bands = new Map<number, number>();
  for (const { highest, count } of histogram.buckets()) {
    const band = Math.floor(Math.log10(Math.max(1, highest)) * bandsPerDecade);
    bands.set(band, (bands.get(band) ?? 0) + count);
  }
  return bands;
}
