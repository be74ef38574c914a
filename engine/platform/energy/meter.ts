import { cpus } from 'node:os';
import { CounterSum } from './counter.ts';
import type { EnergyCounters } from './powercap.ts';

/** Measured energy between two moments. */
export interface EnergyReading {
  /** Total of all counters, including idle power. */
  readonly joules: number;
  readonly seconds: number;
  /** Number of readings, including the one at the start. */
  readonly samples: number;
  /** CPU time of all processes of this machine in between, in seconds. */
  readonly machineCpuSeconds: number;
  /** False when a reading failed: `joules` then ends before it. */
  readonly complete: boolean;
}

/** Sources of a meter's readings; tests replace them. */
export interface MeterSources {
  readonly counters: EnergyCounters;
  /** Seconds of a monotonic clock. */
  now(): number;
  /** CPU time of all processes of this machine since it started, in seconds. */
  machineCpuSeconds(): number;
}

/** The real clock and processors with the given counters. */
export function meterSources(counters: EnergyCounters): MeterSources {
  return { counters, now: () => performance.now() / 1000, machineCpuSeconds };
}

/** Reads counters at the start, periodically, and at the end. */
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

  /** @returns null when it never started, or has not stopped yet. */
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
      // Counters that disappear during a trial are reported with its result.
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
