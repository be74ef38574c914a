import type { LatencySample } from '../report/statistics/study/study.ts';
import type { Counted } from '../stats/counted.ts';
import type { Histogram } from '../stats/histogram.ts';
import type { Store } from '../store/store.ts';
import { measuredLatency } from './series.ts';

/** The stored latencies of a trial's measured window. */
export function latencySample(store: Store): LatencySample {
  return ({ id, headlineRound }) => countedMs(measuredLatency(store.intervals(id), headlineRound));
}

/** The values of a histogram in milliseconds, ascending: the midpoint of each bucket, clamped to the extremes. */
function countedMs(histogram: Histogram): Counted[] {
  return [...histogram.buckets()].map(({ lowest, highest, count }) => {
    const middle = (lowest + highest) / 2;
    return { value: Math.min(histogram.max, Math.max(histogram.min, middle)) / 1000, count };
  });
}
