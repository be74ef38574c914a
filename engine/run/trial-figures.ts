import type {
  ErrorCount,
  Interval,
  LatencySummary,
  ServerHealth,
} from '../../contracts/measurement.ts';
import { Histogram } from '../stats/histogram.ts';
import { mergeErrors } from './tick-merger.ts';

/** Latencies of a histogram in milliseconds; zeros when it is empty. */
export function summarise(histogram: Histogram): LatencySummary {
  const ms = (us: number) => us / 1000;
  const at = (percent: number) => ms(histogram.percentile(percent));
  return {
    mean: ms(histogram.mean()),
    stddev: ms(histogram.stddev()),
    min: ms(histogram.min),
    p50: at(50),
    p75: at(75),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max: ms(histogram.max),
  };
}

/** Adds intervals up as they come, so that a trial of hours takes no more memory than one of seconds. */
export class TrialFigures {
  readonly #latency = new Histogram();
  readonly #service = new Histogram();
  #separateService = false;
  #errors: ErrorCount[] = [];
  #busyMs = 0;
  #serverBusy = { sum: 0, count: 0 };
  readonly measured = { ok: 0, failed: 0, lengthMs: 0, bytesSent: 0, bytesReceived: 0 };
  readonly client = { cpuSeconds: 0, gcMs: 0, lagMs: 0 };
  readonly server = { rssPeakBytes: 0, heapPeakBytes: 0 };
  #firstServer: ServerHealth | null = null;
  #lastServer: ServerHealth | null = null;
  /** Finished requests (good and bad) by phase, and successes over the whole trial. */
  readonly finished = { warmUp: 0, measured: 0, drained: 0, succeeded: 0 };

  add(interval: Interval): void {
    const count = interval.ok + interval.failed;
    this.finished.succeeded += interval.ok;
    if (interval.phase === 'warm-up') this.finished.warmUp += count;
    else if (interval.phase === 'drain') this.finished.drained += count;
    else this.#addMeasured(interval, count);
  }

  latencyMs(): LatencySummary {
    return summarise(this.#latency);
  }
  serviceMs(): LatencySummary {
    return summarise(this.#separateService ? this.#service : this.#latency);
  }
  get errors(): ErrorCount[] {
    return this.#errors;
  }
  get clientUtilization(): number {
    return this.measured.lengthMs > 0 ? this.#busyMs / this.measured.lengthMs : 0;
  }
  get serverUtilization(): number | null {
    return this.#serverBusy.count > 0 ? this.#serverBusy.sum / this.#serverBusy.count : null;
  }
  /** CPU of the service between the first and last report of the window; less exact than measuring at its edges. */
  get serverCpuSeconds(): number {
    return (this.#lastServer?.cpuSeconds ?? 0) - (this.#firstServer?.cpuSeconds ?? 0);
  }

  #addMeasured(interval: Interval, count: number): void {
    this.finished.measured += count;
    this.#latency.addData(interval.latency);
    if (interval.service) {
      this.#separateService = true;
      this.#service.addData(interval.service);
    }
    this.#errors = mergeErrors([this.#errors, interval.errors]);
    this.measured.ok += interval.ok;
    this.measured.failed += interval.failed;
    this.measured.lengthMs += interval.lengthMs;
    this.measured.bytesSent += interval.bytesSent;
    this.measured.bytesReceived += interval.bytesReceived;
    this.#busyMs += interval.client.eventLoopUtilization * interval.lengthMs;
    this.client.cpuSeconds += interval.client.cpuSeconds;
    this.client.gcMs += interval.client.gcMs;
    this.client.lagMs = Math.max(this.client.lagMs, interval.client.lagMs);
    if (interval.server) this.#addServer(interval.server);
  }

  /** The service's last report, for a window in which it was too busy to report at all. */
  lastReport(server: ServerHealth): void {
    if (this.#serverBusy.count === 0) this.#addServer(server);
  }

  #addServer(server: ServerHealth): void {
    this.#firstServer ??= server;
    this.#lastServer = server;
    this.#serverBusy.sum += server.eventLoopUtilization;
    this.#serverBusy.count++;
    this.server.rssPeakBytes = Math.max(this.server.rssPeakBytes, server.rssBytes);
    this.server.heapPeakBytes = Math.max(this.server.heapPeakBytes, server.heapBytes);
  }
}
