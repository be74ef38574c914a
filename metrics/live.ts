import type { LivePoint } from '../contracts/engine-api.ts';
import { addBands, type BandCounts } from '../contracts/heat-map.ts';

/** Metrics of one moment of a running trial, without its counts. */
interface LiveFigures
  extends Pick<LivePoint, 'throughputRps' | 'p50' | 'p95' | 'p99' | 'clientCpu' | 'serverCpu'> {
  readonly bands: BandCounts;
}

/**
 * Merges two neighbours. Percentiles cannot be averaged, so those of the slower one are kept: a peak is
 * never smoothed away.
 * @param weigh mean of a metric of both, weighted by their lengths.
 */
export function joinedFigures(
  a: LiveFigures,
  b: LiveFigures,
  weigh: (first: number, second: number) => number,
) {
  const { p50, p95, p99 } = (b.p99 ?? -1) >= (a.p99 ?? -1) ? b : a;
  return {
    throughputRps: weigh(a.throughputRps, b.throughputRps),
    p50,
    p95,
    p99,
    clientCpu: weigh(a.clientCpu, b.clientCpu),
    serverCpu:
      a.serverCpu === null || b.serverCpu === null
        ? (b.serverCpu ?? a.serverCpu)
        : weigh(a.serverCpu, b.serverCpu),
    bands: addBands(a.bands, b.bands),
  };
}
