/**
 * The increase of a counter between two readings. It may have wrapped around once, so the interval between
 * readings must be shorter than its range lasts, which is minutes at the power of any processor.
 * @param range its `max_energy_range_uj`.
 */
export function countedSince(before: number, now: number, range: number): number {
  return now >= before ? now - before : range - before + now;
}

/** Sums several counters, reading by reading. */
export class CounterSum {
  readonly #ranges: readonly number[];
  #last: readonly number[];
  #microjoules = 0;
  #samples = 1;

  /** @param first the reading of each counter at the start. */
  constructor(first: readonly number[], ranges: readonly number[]) {
    this.#last = first;
    this.#ranges = ranges;
  }

  add(reading: readonly number[]): void {
    reading.forEach((now, index) => {
      this.#microjoules += countedSince(this.#last[index] ?? now, now, this.#ranges[index] ?? 0);
    });
    this.#last = reading;
    this.#samples++;
  }

  get joules(): number {
    return this.#microjoules / 1e6;
  }
  /** Number of readings, including the first. */
  get samples(): number {
    return this.#samples;
  }
}
