/** An item started at `since`; the links belong to {@link Deadlines}. */
export interface Timed {
  /** Milliseconds from the start of the stint. */
  since: number;
  earlier: Timed | null;
  later: Timed | null;
  listed: boolean;
  /** Called once when it exceeds the timeout; it is no longer listed then. */
  expired(now: number): void;
}

/**
 * Current requests in the order of their start. As all have the same timeout, only the first can be due:
 * adding, removing and checking have constant cost.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  #first: Timed | null = null;
  #last: Timed | null = null;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** `since` must not be before those listed; otherwise it expires as late as they do. */
  add(timed: Timed): void {
    timed.listed = true;
    timed.earlier = this.#last;
    timed.later = null;
    if (this.#last) this.#last.later = timed;
    else this.#first = timed;
    this.#last = timed;
  }

  remove(timed: Timed): void {
    if (!timed.listed) return;
    timed.listed = false;
    const { earlier, later } = timed;
    if (earlier) earlier.later = later;
    else this.#first = later;
    if (later) later.earlier = earlier;
    else this.#last = earlier;
    timed.earlier = null;
    timed.later = null;
  }

  /** Ends all items that are at least as old as the timeout. */
  expire(now: number): void {
    for (let timed = this.#first; timed; timed = this.#first) {
      if (now - timed.since < this.#timeoutMs) return;
      this.remove(timed);
      timed.expired(now);
    }
  }
}
