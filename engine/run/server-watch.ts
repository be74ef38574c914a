import type { ServerHealth } from '../../contracts/measurement.ts';
import type { ServiceProcess } from './service-process.ts';

/** Follows the CPU of a service: cores in use lately, and seconds between the edges of the window. */
export class ServerWatch {
  readonly #service: ServiceProcess;
  #previous: { at: number; cpuSeconds: number } | null = null;
  #cores: number | null = null;
  #windowStart: Promise<ServerHealth | null> | null = null;
  #windowEnd: Promise<ServerHealth | null> | null = null;

  constructor(service: ServiceProcess) {
    this.#service = service;
  }

  get health(): ServerHealth | null {
    return this.#service.health;
  }

  /** Cores in use between the last two different reports; null before there are two. */
  cores(): number | null {
    const { health } = this.#service;
    const now = performance.now();
    if (!health || health.cpuSeconds === this.#previous?.cpuSeconds) return this.#cores;
    if (this.#previous) {
      const seconds = (now - this.#previous.at) / 1000;
      if (seconds > 0.2) this.#cores = (health.cpuSeconds - this.#previous.cpuSeconds) / seconds;
      else return this.#cores;
    }
    this.#previous = { at: now, cpuSeconds: health.cpuSeconds };
    return this.#cores;
  }

  windowOpens(): void {
    this.#windowStart = this.#service.measure();
  }
  windowCloses(): void {
    this.#windowEnd ??= this.#service.measure();
  }

  /** @returns CPU seconds between the edges of the window; null when the service died meanwhile. */
  async windowCpuSeconds(): Promise<number | null> {
    const [start, end] = await Promise.all([this.#windowStart, this.#windowEnd]);
    return start && end ? end.cpuSeconds - start.cpuSeconds : null;
  }
}
