import type { Phase } from '../contracts/words.ts';

/** Length of a tick in milliseconds: four make an interval, and the live charts move with each. */
export const tickMs = 250;

/** A stretch of a trial that is counted together; times in milliseconds from the start of the trial. */
export interface Stretch {
  readonly phase: Phase;
  readonly start: number;
  readonly end: number;
}

/**
 * The stretches of a trial, one after the other: warm-up from 0 to `windowStart`, measured until
 * `windowEnd`, then drain. All workers of a trial compute the same edges.
 */
export class Timeline {
  readonly windowStart: number;
  #windowEnd: number;
  #current: Stretch;

  constructor(warmUpMs: number, durationMs: number | null) {
    this.windowStart = warmUpMs;
    this.#windowEnd = durationMs === null ? Number.POSITIVE_INFINITY : warmUpMs + durationMs;
    this.#current =
      warmUpMs > 0
        ? this.#stretch('warm-up', 0, warmUpMs)
        : this.#stretch('measured', 0, this.#windowEnd);
  }

  get current(): Stretch {
    return this.#current;
  }
  get windowEnd(): number {
    return this.#windowEnd;
  }

  /**
   * Ends the window (or the warm-up before it) at `at`, because enough was measured or the trial
   * is stopped. A window that ended before stays as it was.
   */
  closeWindow(at: number): void {
    this.#windowEnd = Math.min(this.#windowEnd, Math.max(at, this.windowStart));
    const { phase, start, end } = this.#current;
    if (phase !== 'drain') this.#current = { phase, start, end: Math.min(end, at) };
  }

  /** Goes on to the next stretch. */
  advance(): Stretch {
    const { phase, end } = this.#current;
    if (phase === 'drain' || end >= this.#windowEnd) {
      this.#current = this.#stretch('drain', end, Number.POSITIVE_INFINITY);
    } else if (end >= this.windowStart) {
      this.#current = this.#stretch('measured', end, this.#windowEnd);
    } else {
      this.#current = this.#stretch('warm-up', end, this.windowStart);
    }
    return this.#current;
  }

  #stretch(phase: Phase, start: number, phaseEnd: number): Stretch {
    return { phase, start, end: Math.min(start + tickMs, phaseEnd) };
  }
}
