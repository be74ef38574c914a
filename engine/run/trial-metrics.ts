import type { Opened } from '../../contracts/exchange.ts';
import type {
  CheckedAnswers,
  ErrorCount,
  Interval,
  LatencySummary,
  ServerHealth,
} from '../../contracts/measurement.ts';
import { addWaits, longWaitMs, noWaits } from '../stats/core-time.ts';
import { Histogram } from '../stats/histogram.ts';
import { addOpened } from './exchanges.ts';
import { addChecked, mergeErrors } from './tick-merger.ts';

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

/** Maximum memory in a service's reports, in bytes; 0 where none has it. */
interface ServerPeaks {
  readonly rssPeakBytes: number;
  readonly heapPeakBytes: number | null;
  readonly heapTotalPeakBytes: number;
  readonly heapIdlePeakBytes: number;
  readonly threadsPeak: number;
}

/**
 * Adds up intervals as they arrive, so that a trial of hours takes no more memory than one of
 * seconds: those of a whole trial, or of one of its rounds.
 */
export class TrialFigures {
  readonly latency = new Histogram();
  /** Null where it always equals the latency. */
  #service: Histogram | null = null;
  /** Null in closed load. */
  #lag: Histogram | null = null;
  #errors: ErrorCount[] = [];
  #checked: CheckedAnswers = { answers: 0, wrong: 0 };
  #opened: Opened | null = null;
  #openedInAll: Opened | null = null;
  #busyMs = 0;
  #levelMs = 0;
  #serverBusy = { sum: 0, count: 0 };
  readonly measured = {
    ok: 0,
    failed: 0,
    dropped: 0,
    lengthMs: 0,
    bytesSent: 0,
    bytesReceived: 0,
  };
  readonly client = { cpuSeconds: 0, activeSeconds: 0, waitMs: 0, gcMs: 0, lagMs: 0 };
  #waits: number[] = noWaits();
  #stolenMs = 0;
  readonly #serverWait = { sum: 0, count: 0 };
  /** Null without reports. The heap is null for a server whose internals are not visible. */
  server: ServerPeaks | null = null;
  #firstServer: ServerHealth | null = null;
  #lastServer: ServerHealth | null = null;
  /** Finished requests (good and bad) by phase, and successes and drops over the whole trial. */
  readonly finished = { warmUp: 0, measured: 0, drained: 0, succeeded: 0, dropped: 0 };

  /** @param level users or arrivals per second, averaged over the interval. */
  add(interval: Interval, level: number): void {
    const count = interval.ok + interval.failed;
    this.finished.succeeded += interval.ok;
    this.#openedInAll = addOpened([this.#openedInAll, interval.opened]);
    this.finished.dropped += interval.dropped;
    if (interval.phase === 'warm-up') this.finished.warmUp += count;
    else if (interval.phase === 'drain') this.finished.drained += count;
    else this.#addMeasured(interval, count, level);
  }

  latencyMs(): LatencySummary {
    return summarise(this.latency);
  }
  serviceMs(): LatencySummary {
    return summarise(this.#service ?? this.latency);
  }
  /** Send delay of open arrivals; null for closed load. */
  lagMs(): LatencySummary | null {
    return this.#lag && summarise(this.#lag);
  }
  /** Open arrivals sent in the window; null for closed load. */
  get sent(): number | null {
    return this.#lag?.count ?? null;
  }
  get errors(): ErrorCount[] {
    return this.#errors;
  }
  /** Verified answers in the window. */
  get checked(): CheckedAnswers {
    return this.#checked;
  }
  /** Connections opened in the window, and over all phases; null where they are not counted. */
  get opened(): Opened | null {
    return this.#opened;
  }
  get openedInAll(): Opened | null {
    return this.#openedInAll;
  }
  /** Users or arrivals per second, averaged over the window. */
  get level(): number {
    return this.measured.lengthMs > 0 ? this.#levelMs / this.measured.lengthMs : 0;
  }
  get clientUtilization(): number {
    return this.measured.lengthMs > 0 ? this.#busyMs / this.measured.lengthMs : 0;
  }
  /** CPU wait of a worker before it noticed an answer; see {@link longWaitMs}. */
  get longWaitMs(): number {
    return longWaitMs(this.#waits);
  }
  /** Share of the wanted CPU time that the host withheld from this machine, 0–1. */
  get stolenShare(): number {
    return this.measured.lengthMs > 0 ? this.#stolenMs / this.measured.lengthMs : 0;
  }
  /** Share of time that the bundled service waited for a core, 0–1; 0 where unknown. */
  get serverWaitShare(): number {
    return this.#serverWait.count > 0 ? this.#serverWait.sum / this.#serverWait.count : 0;
  }
  get serverUtilization(): number | null {
    return this.#serverBusy.count > 0 ? this.#serverBusy.sum / this.#serverBusy.count : null;
  }
  /** CPU time of the service between the first and last report of the window; less exact than measuring at its edges. */
  get serverCpuSeconds(): number {
    return (this.#lastServer?.cpuSeconds ?? 0) - (this.#firstServer?.cpuSeconds ?? 0);
  }

  #addMeasured(interval: Interval, count: number, level: number): void {
    const { measured, client } = this;
    this.finished.measured += count;
    this.#addHistograms(interval);
    this.#errors = mergeErrors([this.#errors, interval.errors]);
    this.#checked = addChecked([this.#checked, interval.checked]);
    this.#opened = addOpened([this.#opened, interval.opened]);
    measured.ok += interval.ok;
    measured.failed += interval.failed;
    measured.dropped += interval.dropped;
    measured.lengthMs += interval.lengthMs;
    measured.bytesSent += interval.bytesSent;
    measured.bytesReceived += interval.bytesReceived;
    this.#levelMs += level * interval.lengthMs;
    this.#busyMs += interval.client.eventLoopUtilization * interval.lengthMs;
    client.cpuSeconds += interval.client.cpuSeconds;
    client.activeSeconds += interval.client.activeSeconds ?? 0;
    client.waitMs += interval.client.waitMs ?? 0;
    this.#waits = addWaits([this.#waits, interval.client.waits]) ?? this.#waits;
    this.#stolenMs += (interval.client.stolenShare ?? 0) * interval.lengthMs;
    client.gcMs += interval.client.gcMs;
    client.lagMs = Math.max(client.lagMs, interval.client.lagMs);
    if (interval.server) this.#addServer(interval.server);
  }

  #addHistograms({ latency, service, lag }: Interval): void {
    this.latency.addData(latency);
    if (service) {
      this.#service ??= new Histogram();
      this.#service.addData(service);
    }
    if (lag) {
      this.#lag ??= new Histogram();
      this.#lag.addData(lag);
    }
  }

  /** The service's last report, for a window in which it was too busy to report at all. */
  lastReport(server: ServerHealth): void {
    if (this.server === null) this.#addServer(server);
  }

  #addServer(server: ServerHealth): void {
    this.#firstServer ??= server;
    this.#lastServer = server;
    if (server.eventLoopUtilization !== null) {
      this.#serverBusy.sum += server.eventLoopUtilization;
      this.#serverBusy.count++;
    }
    if (server.waitShare !== undefined) {
      this.#serverWait.sum += server.waitShare;
      this.#serverWait.count++;
    }
    const { rssPeakBytes = 0, heapPeakBytes = null, threadsPeak = 0 } = this.server ?? {};
    const { heapTotalPeakBytes = 0, heapIdlePeakBytes = 0 } = this.server ?? {};
    const { rssBytes, heapBytes, heapTotalBytes = 0, threads = 0 } = server;
    const idle = Math.max(0, heapTotalBytes - (heapBytes ?? heapTotalBytes));
    this.server = {
      rssPeakBytes: Math.max(rssPeakBytes, rssBytes),
      heapPeakBytes: heapBytes === null ? heapPeakBytes : Math.max(heapPeakBytes ?? 0, heapBytes),
      heapTotalPeakBytes: Math.max(heapTotalPeakBytes, heapTotalBytes),
      heapIdlePeakBytes: Math.max(heapIdlePeakBytes, idle),
      threadsPeak: Math.max(threadsPeak, threads),
    };
  }
}
