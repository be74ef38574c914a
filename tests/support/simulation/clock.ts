import type { Cancel, Clock } from '../../../engine/platform/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

const began = Date.UTC(2026, 0, 1);

/** Time that passes only when all pending work is done, and then jumps to the next timer. */
export class SimulatedClock implements Clock {
  #now = 1000;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  reading(): bigint {
    return BigInt(Math.round(this.#now * 1e6));
  }

  date(): Date {
    return new Date(began + this.#now);
  }

  after(ms: number, act: () => void): Cancel {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, act };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  every(ms: number, act: () => void): Cancel {
    let cancel: Cancel = () => undefined;
    const again = () => {
      cancel = this.after(ms, () => {
        again();
        act();
      });
    };
    again();
    return () => cancel();
  }

  /** Timers that have not been cleared. */
  get waiting(): number {
    return this.#timers.size;
  }

  /**
   * Continues until `work` is done.
   * @throws Error if nothing is left that could end it, or if it takes longer than `mostMs` of simulated time.
   */
  async play<T>(work: Promise<T>, mostMs: number): Promise<T> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    const latest = this.#now + mostMs;
    for (;;) {
      await settled();
      if (isOver) return over;
      const next = this.#next();
      if (!next) throw new Error(`it hangs at ${this.#now} ms: no timer is left`);
      if (next.at > latest) throw new Error(`it is not over after ${mostMs} ms`);
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.act();
    }
  }

  #next(): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) {
      const isSooner = !first || timer.at < first.at;
      if (isSooner || (timer.at === first?.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}

/** Settles every promise that can be settled without time passing. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** The same clock for the environment of the product, or for one machine, which has separate timers. */
export class WorldClock implements Clock {
  readonly #clock: Clock;
  readonly #aheadNs: bigint;
  readonly #cancels = new Set<Cancel>();
  #isOver = false;

  /** @param aheadNs of its reading. */
  constructor(clock: Clock, aheadNs = 0n) {
    this.#clock = clock;
    this.#aheadNs = aheadNs;
  }

  now(): number {
    return this.#clock.now();
  }

  reading(): bigint {
    return this.#clock.reading() + this.#aheadNs;
  }

  date(): Date {
    return this.#clock.date();
  }

  after(ms: number, act: () => void): Cancel {
    if (this.#isOver) return () => undefined;
    const stop = this.#clock.after(ms, () => {
      this.#cancels.delete(stop);
      act();
    });
    this.#cancels.add(stop);
    return () => {
      this.#cancels.delete(stop);
      stop();
    };
  }

  every(ms: number, act: () => void): Cancel {
    if (this.#isOver) return () => undefined;
    const stop = this.#clock.every(ms, act);
    this.#cancels.add(stop);
    return () => {
      this.#cancels.delete(stop);
      stop();
    };
  }

  /** Ends the simulation, or the machine: no timer fires any more. */
  end(): void {
    this.#isOver = true;
    for (const stop of [...this.#cancels]) stop();
    this.#cancels.clear();
  }
}
