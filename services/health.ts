import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { ServerHealth } from '../contracts/measurement.ts';

/** Measures this process. CPU counts from {@link HealthMeter.begin}, utilisation from the last call. */
export class HealthMeter {
  #requests = 0;
  #cpu = process.cpuUsage();
  #loop: EventLoopUtilization = performance.eventLoopUtilization();

  /** One request has been answered. */
  readonly countAnswer = (): void => {
    this.#requests++;
  };

  /** The service is ready: start-up is excluded from its metrics. */
  begin(): void {
    this.#cpu = process.cpuUsage();
    this.#loop = performance.eventLoopUtilization();
  }

  measure(): ServerHealth {
    const cpu = process.cpuUsage(this.#cpu);
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, this.#loop);
    this.#loop = loop;
    return {
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      rssBytes: process.memoryUsage.rss(),
      heapBytes: process.memoryUsage().heapUsed,
      eventLoopUtilization: utilization,
      requests: this.#requests,
    };
  }
}
