/** Something that began at `since`; the links belong to {@link Deadlines}. */
export interface Timed {
  /** Milliseconds from the start of the stint. */
  since: number;
  earlier: Timed | null;
  later: Timed | null;
  listed: boolean;
  /** Called once when it has taken longer than it may; it is no longer listed then. */
  expired(now: number): void;
}

/**
 * Requests under way in the order in which they began. As all have the same time-out, only the
 * first can be due: joining, leaving and looking cost the same however many there are.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  #first: Timed | null = null;
  #last: Timed | null = null;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** `since` is not to lie before that of those listed, or it is looked at as late as they are. */
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

  /** Ends all that began a time-out ago or earlier. */
  expire(now: number): void {
    for (let timed = this.#first; timed; timed = this.#first) {
      if (now - timed.since < this.#timeoutMs) return;
      this.remove(timed);
      timed.expired(now);
    }
  }
}
