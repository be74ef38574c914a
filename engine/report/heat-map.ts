import type { HeatMap } from '../../contracts/heat-map.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { Histogram } from '../stats/histogram.ts';

/** Bands of latency, and columns at most: more than a printed figure can show. */
const layout = { bands: 40, columns: 240 };
const usPerMs = 1000;

/** Latency over the time of one trial, from its intervals; warm-up and drain included. */
export function heatMapOf(intervals: readonly Interval[]): HeatMap {
  const histograms = intervals.map(({ latency }) => Histogram.fromData(latency));
  const filled = histograms.filter(({ count }) => count > 0);
  if (filled.length === 0) return { edgesMs: [], columns: [] };
  const low = Math.max(1, Math.min(...filled.map(({ min }) => min)));
  const high = Math.max(low * 2, ...filled.map(({ max }) => max)) * 1.0001;
  const span = Math.log(high / low);
  const edges = Array.from(
    { length: layout.bands + 1 },
    (_, index) => low * Math.exp((span * index) / layout.bands),
  );
  const joined = Math.ceil(intervals.length / layout.columns);
  const columns = [];
  for (let first = 0; first < intervals.length; first += joined) {
    const group = intervals.slice(first, first + joined);
    columns.push({
      startSeconds: (group[0]?.startMs ?? 0) / 1000,
      seconds: group.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 1000,
      counts: bandCounts(histograms.slice(first, first + joined), low, span),
    });
  }
  return { edgesMs: edges.map((edge) => edge / usPerMs), columns };
}

function bandCounts(histograms: readonly Histogram[], low: number, span: number): number[] {
  const counts = new Array<number>(layout.bands).fill(0);
  for (const histogram of histograms) {
    for (const { highest, count } of histogram.buckets()) {
      const band = Math.floor((Math.log(Math.max(highest, low) / low) / span) * layout.bands);
      const at = Math.min(layout.bands - 1, Math.max(0, band));
      counts[at] = (counts[at] ?? 0) + count;
    }
  }
  return counts;
}
