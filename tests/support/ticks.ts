import type { Interval } from '../../contracts/measurement.ts';
import type { Phase } from '../../contracts/words.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { Histogram } from '../../engine/stats/histogram.ts';

/** A tick with these latencies in microseconds; everything else can be replaced. */
export function tick(
  phase: Phase,
  startMs: number,
  endMs: number,
  latencies: readonly number[] = [],
  change: Partial<Tick> = {},
): Tick {
  const histogram = new Histogram();
  for (const latency of latencies) histogram.record(latency);
  return {
    phase,
    round: null,
    startMs,
    endMs,
    users: 1,
    ok: latencies.length,
    failed: 0,
    dropped: 0,
    rate: null,
    latency: histogram.toData(),
    service: null,
    lag: null,
    errors: [],
    bytesSent: 10 * latencies.length,
    bytesReceived: 20 * latencies.length,
    health: { cpuSeconds: 0.1, eventLoopUtilization: 0.5, gcMs: 1, lagMs: 2 },
    ...change,
  };
}

/** An interval with these latencies in microseconds; everything else can be replaced. */
export function interval(
  phase: Phase,
  latencies: readonly number[] = [],
  change: Partial<Interval> = {},
): Interval {
  const { health, endMs, ...counts } = tick(phase, 0, 1000, latencies);
  return { ...counts, index: 0, lengthMs: endMs, client: health, server: null, ...change };
}
