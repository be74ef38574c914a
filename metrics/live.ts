import type { LivePoint } from '../contracts/engine-api.ts';
import { addBands, type BandCounts } from '../contracts/heat-map.ts';

/** What a moment of a running trial shows, its counts apart. */
interface LiveFigures
  extends Pick<LivePoint, 'throughputRps' | 'p50' | 'p95' | 'p99' | 'clientCpu' | 'serverCpu'> {
  readonly bands: BandCounts;
}

/**
 * Those of two neighbours as one. Percentiles cannot be averaged, so those of the slower one stay: a peak is
 * never smoothed away.
 * @param weigh the mean of a figure of the first and of the second, by their lengths.
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
