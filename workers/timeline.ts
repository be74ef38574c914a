import type { Phase } from '../contracts/words.ts';
import { type Segment, tickMs } from '../contracts/worker-messages.ts';

/** A stretch of a stint that is counted together; times in milliseconds from the start of the stint. */
export interface TimelinePart {
  readonly phase: Phase;
  /** Round of its segment; null in the drain. */
  readonly round: number | null;
  readonly start: number;
  readonly end: number;
}

type End = Pick<TimelinePart, 'phase' | 'round'> & { end: number };

/**
 * The stretches of a stint, in order: the segments, split into ticks, then the drain. The window reaches
 * from the first measured segment to the last segment's end. All workers of a trial compute the same edges.
 */
export class Timeline {
  #windowStart: number;
  readonly #ends: readonly End[];
  #windowEnd: number;
  #at = 0;
  #current: TimelinePart;

  /** @throws RangeError for segments that do not follow each other. */
  constructor(segments: readonly Segment[]) {
    this.#ends = endsOf(segments);
    this.#windowEnd = this.#ends.at(-1)?.end ?? 0;
    const first = this.#ends.findIndex(({ phase }) => phase === 'measured');
    this.#windowStart = first < 0 ? this.#windowEnd : (this.#ends[first - 1]?.end ?? 0);
    this.#current = this.#stretchFrom(0);
  }

  get current(): TimelinePart {
    return this.#current;
  }
  get windowStart(): number {
    return this.#windowStart;
  }
  get windowEnd(): number {
    return this.#windowEnd;
  }

  /**
   * Ends the window (or the phase before it) at `at`, because enough was measured or the trial is stopped. A
   * window that ended before is unchanged.
   */
  closeWindow(at: number): void {
    this.#windowEnd = Math.min(this.#windowEnd, Math.max(at, this.windowStart));
    if (this.#current.phase === 'drain') return;
    this.#current = { ...this.#current, end: Math.min(this.#current.end, at) };
    // Later segments never start.
    if (at < this.windowStart) this.#at = this.#ends.length;
  }

  /** The window starts at `at`, because the warm-up, which had no fixed end, is complete. */
  beginWindow(at: number): void {
    if (Number.isFinite(this.#windowStart)) return;
    this.#windowStart = at;
    for (const end of this.#ends) {
      if (end.phase === 'warm-up') end.end = at;
    }
    this.#current = { ...this.#current, end: Math.min(this.#current.end, at) };
  }

  /**
   * Ends the warm-up, which has a fixed end, earlier, at an edge of ticks, and the window as much earlier. A
   * worker notified after `at` stays in warm-up until its next edge; its window ends with the others'.
   */
  openSooner(at: number): void {
    const sooner = this.#windowStart - at;
    if (!Number.isFinite(sooner) || sooner <= 0) return;
    const start = Math.max(at, this.#current.end);
    const last = this.#ends.at(-1);
    for (const end of this.#ends) {
      if (end.phase === 'warm-up') end.end = start;
      else if (end === last) end.end -= sooner;
    }
    this.#windowStart = start;
    this.#windowEnd = Math.max(start, this.#windowEnd - sooner);
  }

  /**
   * Extends the last segment, which has a fixed end. A stretch shortened by the old end becomes as long as
   * others, so that workers notified at different times have the same edges.
   */
  extendWindow(end: number): void {
    const last = this.#ends.at(-1);
    if (!last || !Number.isFinite(this.#windowEnd) || end <= this.#windowEnd) return;
    const before = this.#windowEnd;
    last.end = end;
    this.#windowEnd = end;
    const { start } = this.#current;
    if (this.#current.end === before) {
      this.#current = { ...this.#current, end: Math.min(start + tickMs, end) };
    }
  }

  /** Continues with the next stretch. */
  advance(): TimelinePart {
    this.#current = this.#stretchFrom(this.#current.end);
    return this.#current;
  }

  #stretchFrom(start: number): TimelinePart {
    while ((this.#ends[this.#at]?.end ?? Number.POSITIVE_INFINITY) <= start) this.#at++;
    const segment = start < this.#windowEnd ? this.#ends[this.#at] : undefined;
    const { phase, round, end } = segment ?? drain;
    const edge = segment ? Math.min(end, this.#windowEnd) : end;
    return { phase, round, start, end: Math.min(start + tickMs, edge) };
  }
}

const drain: End = { phase: 'drain', round: null, end: Number.POSITIVE_INFINITY };

function endsOf(segments: readonly Segment[]): End[] {
  let before = 0;
  return segments.map(({ phase, round, untilMs }) => {
    const end = untilMs ?? Number.POSITIVE_INFINITY;
    if (!(end >= before)) throw new RangeError(`a segment ends at ${end} ms, before it begins`);
    before = end;
    return { phase, round, end };
  });
}
