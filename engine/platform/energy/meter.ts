import { cpus } from 'node:os';
import { CounterSum } from './counter.ts';
import type { EnergyCounters } from './powercap.ts';

/** What the counters counted between two moments. */
export interface EnergyReading {
  /** Of all counters together, idle or not. */
  readonly joules: number;
  readonly seconds: number;
  /** Readings, that at the start included. */
  readonly samples: number;
  /** CPU time of everything on this machine in between, in seconds. */
  readonly machineCpuSeconds: number;
  /** False when a reading failed: `joules` then ends before it. */
  readonly complete: boolean;
}

/** What a meter reads; put in its place where the counters are known. */
export interface MeterSources {
  readonly counters: EnergyCounters;
  /** Seconds on a clock that never goes back. */
  now(): number;
  /** CPU time of everything on this machine since it started, in seconds. */
  machineCpuSeconds(): number;
}

/** The real clock and processors beside some counters. */
export function meterSources(counters: EnergyCounters): MeterSources {
  return { counters, now: () => performance.now() / 1000, machineCpuSeconds };
}

/** Reads counters at its start, every so often, and at its end. */
export class EnergyMeter {
  readonly #sources: MeterSources;
  readonly #intervalMs: number;
  #sum: CounterSum | null = null;
  #timer: NodeJS.Timeout | null = null;
  #start = { seconds: 0, cpu: 0 };
  #end: { seconds: number; cpu: number } | null = null;
  #complete = true;

  constructor(sources: MeterSources, intervalMs: number) {
    this.#sources = sources;
    this.#intervalMs = intervalMs;
  }

  start(): void {
    const { counters } = this.#sources;
    const first = this.#read();
    if (!first) return;
    this.#sum = new CounterSum(first, counters.ranges);
    this.#start = this.#moment();
    this.#timer = setInterval(() => this.sample(), this.#intervalMs);
    this.#timer.unref();
  }

  sample(): void {
    const reading = this.#complete ? this.#read() : null;
    if (reading) this.#sum?.add(reading);
  }

  /** Only the first call counts. */
  stop(): void {
    if (this.#end || !this.#sum) return;
    this.sample();
    if (this.#timer) clearInterval(this.#timer);
    this.#end = this.#moment();
  }

  /** @returns null when it never started, or has not been stopped. */
  reading(): EnergyReading | null {
    if (!this.#sum || !this.#end) return null;
    const { joules, samples } = this.#sum;
    return {
      joules,
      samples,
      seconds: this.#end.seconds - this.#start.seconds,
      machineCpuSeconds: this.#end.cpu - this.#start.cpu,
      complete: this.#complete,
    };
  }

  #moment() {
    return { seconds: this.#sources.now(), cpu: this.#sources.machineCpuSeconds() };
  }

  #read(): number[] | null {
    try {
      return this.#sources.counters.read();
    } catch {
      // Counters that are gone in the middle of a trial are told of with its figures.
      this.#complete = false;
      return null;
    }
  }
}

function machineCpuSeconds(): number {
  const total = cpus().reduce(
    (sum, { times }) => sum + times.user + times.nice + times.sys + times.irq,
    0,
  );
  return total / 1000;
}
