import {
  type EventLoopUtilization,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { threadCpuUsage } from 'node:process';
import type { ClientHealth } from '../contracts/measurement.ts';

const lagResolutionMs = 10;

/** Watches this worker's own thread, so that a generator at its limit is told from a slow service. */
export class GeneratorHealth {
  #loop: EventLoopUtilization = performance.eventLoopUtilization();
  #cpu = threadCpuUsage();
  #gcMs = 0;
  readonly #delay = monitorEventLoopDelay({ resolution: lagResolutionMs });
  readonly #observer: PerformanceObserver;

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.#gcMs += entry.duration;
    });
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#delay.enable();
  }

  /** @returns the figures since the last call. */
  take(): ClientHealth {
    const loop = performance.eventLoopUtilization();
    const cpu = threadCpuUsage();
    const maxDelayMs = this.#delay.count > 0 ? this.#delay.max / 1e6 : lagResolutionMs;
    const health = {
      cpuSeconds: (cpu.user - this.#cpu.user + cpu.system - this.#cpu.system) / 1e6,
      eventLoopUtilization: performance.eventLoopUtilization(loop, this.#loop).utilization,
      gcMs: this.#gcMs,
      lagMs: Math.max(0, maxDelayMs - lagResolutionMs),
    };
    this.#loop = loop;
    this.#cpu = cpu;
    this.#gcMs = 0;
    this.#delay.reset();
    return health;
  }

  close(): void {
    this.#delay.disable();
    this.#observer.disconnect();
  }
}
