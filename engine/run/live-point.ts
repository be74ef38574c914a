import type { LivePoint } from '../../contracts/engine-api.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { Histogram } from '../stats/histogram.ts';
import { bandsOf } from './latency-bands.ts';

/** A merged tick as the live charts draw it. @param serverCpu cores in use by the service; null when unknown. */
export function livePoint(trial: number, tick: Tick, serverCpu: number | null): LivePoint {
  const seconds = (tick.endMs - tick.startMs) / 1000;
  const histogram = Histogram.fromData(tick.latency);
  const at = (percent: number) =>
    histogram.count > 0 ? histogram.percentile(percent) / 1000 : null;
  return {
    trial,
    phase: tick.phase,
    at: tick.endMs / 1000,
    throughputRps: seconds > 0 ? tick.ok / seconds : 0,
    p50: at(50),
    p95: at(95),
    p99: at(99),
    users: tick.users,
    rate: tick.rate,
    round: tick.round,
    ok: tick.ok,
    failed: tick.failed,
    dropped: tick.dropped,
    errors: tick.errors,
    clientCpu: seconds > 0 ? tick.health.cpuSeconds / seconds : 0,
    serverCpu,
    bands: bandsOf(histogram),
  };
}
