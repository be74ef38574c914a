import {
  type EventLoopUtilization,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import type { ClientHealth } from '../contracts/measurement.ts';
import { countWait, noWaits } from '../engine/stats/core-time.ts';
import { RunQueue } from './run-queue.ts';

const lagResolutionMs = 10;
/** Interval between two readings of the thread's wait, so that reading costs next to nothing. */
const lookMs = 1;

/** Monitors this worker's own thread, to distinguish a generator at its limit from a slow service. */
export class GeneratorHealth {
  #loop: EventLoopUtilization = performance.eventLoopUtilization();
  #cpu = threadCpuUsage();
  #gcMs = 0;
  #turnedMs = 0;
  #nextLookMs = 0;
  #waits: number[] | null = null;
  readonly #queue = new RunQueue();
  readonly #delay = monitorEventLoopDelay({ resolution: lagResolutionMs });
  readonly #observer: PerformanceObserver;

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.#gcMs += entry.duration;
    });
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#delay.enable();
  }

  /**
   * Time in which the event loop was busy waiting, because sleeping would have missed the next arrival of
   * open load. It looks active then, but could do other work: it is deducted from the utilisation. It stays
   * in the CPU time, which was spent.
   */
  turned(ms: number): void {
    this.#turnedMs += ms;
  }

  /**
   * An answer has arrived: the thread's wait for a core since the last reading may have delayed it, but at
   * most for its own duration.
   * @param now in milliseconds of a monotonic clock.
   */
  answered(now: number, latencyMs: number): void {
    if (now < this.#nextLookMs) return;
    this.#nextLookMs = now + lookMs;
    const waitedMs = this.#queue.look();
    if (waitedMs === null) return;
    this.#waits ??= noWaits();
    countWait(this.#waits, Math.min(waitedMs, latencyMs));
  }

  /** The wait up to now is not attributed to any answer. */
  rested(): void {
    this.#queue.look();
  }

  /** @returns the metrics since the last call. */
  take(): ClientHealth {
    const loop = performance.eventLoopUtilization();
    const cpu = threadCpuUsage();
    const since = performance.eventLoopUtilization(loop, this.#loop);
    const maxDelayMs = this.#delay.count > 0 ? this.#delay.max / 1e6 : lagResolutionMs;
    const health = {
      cpuSeconds: (cpu.user - this.#cpu.user + cpu.system - this.#cpu.system) / 1e6,
      eventLoopUtilization: busyShare(since, this.#turnedMs),
      ...this.#queue.take(),
      ...(this.#waits && { waits: this.#waits }),
      gcMs: this.#gcMs,
      lagMs: Math.max(0, maxDelayMs - lagResolutionMs),
    };
    this.#loop = loop;
    this.#cpu = cpu;
    this.#gcMs = 0;
    this.#turnedMs = 0;
    this.#waits = null;
    this.#delay.reset();
    return health;
  }

  close(): void {
    this.#delay.disable();
    this.#observer.disconnect();
    this.#queue.close();
  }
}

/** Share of time in which the event loop was active, except for `turnedMs` of it. */
export function busyShare(
  { active, idle }: Pick<EventLoopUtilization, 'active' | 'idle'>,
  turnedMs: number,
): number {
  return active + idle > 0 ? Math.max(0, active - turnedMs) / (active + idle) : 0;
}
