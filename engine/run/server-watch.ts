import type { ServerHealth } from '../../contracts/measurement.ts';
import { type Clock, realClock } from '../platform/clock.ts';
import type { ServiceProcess } from './forked-service.ts';

/** Follows the CPU use of a service. */
export class ServerWatch {
  readonly #service: ServiceProcess;
  readonly #clock: Clock;
  #previous: { at: number; cpuSeconds: number } | null = null;
  #cores: number | null = null;

  constructor(service: ServiceProcess, clock = realClock) {
    this.#service = service;
    this.#clock = clock;
  }

  get health(): ServerHealth | null {
    return this.#service.health;
  }

  /** CPU cores used between the last two different reports; null before there are two. */
  cores(): number | null {
    const { health } = this.#service;
    const now = this.#clock.now();
    if (!health || health.cpuSeconds === this.#previous?.cpuSeconds) return this.#cores;
    if (this.#previous) {
      const seconds = (now - this.#previous.at) / 1000;
      if (seconds > 0.2) this.#cores = (health.cpuSeconds - this.#previous.cpuSeconds) / seconds;
      else return this.#cores;
    }
    this.#previous = { at: now, cpuSeconds: health.cpuSeconds };
    return this.#cores;
  }

  /** A measured window of this service. */
  window(): ServerWindow {
    return new ServerWindow(this.#service);
  }
}

/** CPU time of a service over one measured window. */
export class ServerWindow {
  readonly #service: ServiceProcess;
  #start: Promise<ServerHealth | null> | null = null;
  #end: Promise<ServerHealth | null> | null = null;

  constructor(service: ServiceProcess) {
    this.#service = service;
  }

  async opens(): Promise<void> {
    this.#start = this.#service.measure();
    await this.#start;
  }
  /** Only the first call counts. */
  closes(): void {
    this.#end ??= this.#service.measure();
  }

  /** @returns CPU seconds between the edges; null when the window never opened or the service died. */
  async cpuSeconds(): Promise<number | null> {
    const [start, end] = await Promise.all([this.#start, this.#end]);
    return start && end ? end.cpuSeconds - start.cpuSeconds : null;
  }
}
