import { type Due, DueQueue } from './due-queue.ts';

/** Maximum lateness of timers (ms): the remainder is spent in short sleeps. */
const timerSlackMs = 2;
/** One short sleep, in milliseconds: precise enough, and leaves the core to others. */
const napMs = 0.1;

const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs callbacks at their moment, accurate to a small fraction of a millisecond. A timer rounds to integers,
 * and polling would occupy a core, so the last two milliseconds are spent in sleeps of a tenth, between
 * which sockets are served.
 */
export class Clock {
  readonly #queue = new DueQueue();
  #timer: NodeJS.Timeout | null = null;
  /** The moment that the timer is set for. */
  #awakeMs = Number.POSITIVE_INFINITY;
  #napping = false;

  /** Number of pending callbacks. */
  get waiting(): number {
    return this.#queue.size;
  }

  at(due: Due): void {
    this.#queue.add(due);
    this.#wait();
  }

  #wait(): void {
    const next = this.#queue.nextMs;
    if (next === null || this.#napping) return;
    const leftMs = next - performance.now();
    if (leftMs > timerSlackMs + 1) this.#sleep(next, leftMs - timerSlackMs);
    else this.#nap();
  }

  #sleep(next: number, ms: number): void {
    if (this.#timer && this.#awakeMs <= next) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#awakeMs = next;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#wait();
    }, ms);
  }

  #nap(): void {
    this.#napping = true;
    setImmediate(() => {
      const next = this.#queue.nextMs ?? 0;
      if (next - performance.now() > napMs) Atomics.wait(never, 0, 0, napMs);
      this.#release();
      this.#napping = false;
      this.#wait();
    });
  }

  #release(): void {
    for (let due = this.#queue.take(performance.now()); due; ) {
      due.act();
      due = this.#queue.take(performance.now());
    }
  }
}
