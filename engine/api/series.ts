import type { PercentilePoint, SeriesPoint } from '../../contracts/engine-api.ts';
import type { Interval, ServerHealth } from '../../contracts/measurement.ts';
import { Histogram } from '../stats/histogram.ts';

/** Intervals for the charts of a finished trial. */
export function seriesOf(intervals: readonly Interval[]): SeriesPoint[] {
  return intervals.map((interval, index) => {
    const seconds = interval.lengthMs / 1000;
    const histogram = Histogram.fromData(interval.latency);
    const at = (percent: number) =>
      histogram.count > 0 ? histogram.percentile(percent) / 1000 : null;
    return {
      phase: interval.phase,
      at: (interval.startMs + interval.lengthMs) / 1000,
      throughputRps: seconds > 0 ? interval.ok / seconds : 0,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      users: interval.users,
      rate: interval.rate,
      round: interval.round,
      ok: interval.ok,
      failed: interval.failed,
      dropped: interval.dropped,
      clientCpu: seconds > 0 ? interval.client.cpuSeconds / seconds : 0,
      serverCpu: serverCores(intervals[index - 1]?.server ?? null, interval.server, seconds),
    };
  });
}

function serverCores(
  before: ServerHealth | null,
  now: ServerHealth | null,
  seconds: number,
): number | null {
  return before && now && seconds > 0
    ? Math.max(0, now.cpuSeconds - before.cpuSeconds) / seconds
    : null;
}

/** The latency histogram of a trial's measured windows. @param round only that round; null for all of them. */
export function measuredLatency(
  intervals: readonly Interval[],
  round: number | null = null,
): Histogram {
  const histogram = new Histogram();
  for (const { latency } of measuredIntervals(intervals, round)) histogram.addData(latency);
  return histogram;
}

/** The service times of the same windows; null where they equal the latencies, as in closed load and with plans. */
export function measuredService(
  intervals: readonly Interval[],
  round: number | null = null,
): Histogram | null {
  const windows = measuredIntervals(intervals, round);
  if (windows.every(isLatency)) return null;
  const histogram = new Histogram();
  for (const { service, latency } of windows) histogram.addData(service ?? latency);
  return histogram;
}

/** Earlier versions stored the times of iterations twice. */
function isLatency({ service, latency }: Interval): boolean {
  return service === null || JSON.stringify(service) === JSON.stringify(latency);
}

function measuredIntervals(intervals: readonly Interval[], round: number | null): Interval[] {
  return intervals.filter(
    (interval) => interval.phase === 'measured' && (round === null || interval.round === round),
  );
}

/** Named percentiles that lie between the steps of a curve. */
const namedShares = [0.9, 0.95, 0.99, 0.999, 0.9999];

/** Points of the curve on an axis of 1/(1 − share): dense where the tail is. */
export function percentileCurve(histogram: Histogram): PercentilePoint[] {
  if (histogram.count === 0) return [];
  const shares: number[] = [];
  // Ten steps in each halving of the remainder: 0–50 %, 50–75 %, 75–87.5 % …, down to a single request.
  for (let rest = 1; rest * histogram.count >= 1; rest /= 2) {
    for (let step = 0; step < 10; step++) shares.push(1 - rest + (step * rest) / 20);
  }
  // Tables show these, so they must equal the values of the trial.
  const named = namedShares.filter((share) => (1 - share) * histogram.count >= 1);
  const all = [...new Set([...shares, ...named])].sort((a, b) => a - b);
  const points = all.map((share) => point(histogram, share));
  return [...points, { share: 1, ms: histogram.max / 1000 }];
}

function point(histogram: Histogram, share: number): PercentilePoint {
  return { share, ms: histogram.percentile(share * 100) / 1000 };
}
