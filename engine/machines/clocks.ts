import { type Clock, realClock } from '../platform/clock.ts';
import { type ClockOffset, clockOffset, type RoundTrip } from './clock-offset.ts';

/** Round trips per clock reading: it ends after this many in a row without a shorter one, or at the maximum. */
const tripsWithoutGain = 12;
const maxTrips = 100;
/** Interval at which a clock that is only displayed is read. */
const oldMs = 30_000;

/** Offsets of the machines' clocks from ours. */
export class Clocks {
  readonly #timeOf: (id: string) => Promise<bigint>;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly offset: ClockOffset; readonly at: number }>();
  /** Clocks of which nothing was known, while they are asked for the first time. */
  readonly #first = new Map<string, Promise<ClockOffset | null>>();
  #renewing = false;

  /** @param timeOf asks a machine for its clock, in nanoseconds. */
  constructor(timeOf: (id: string) => Promise<bigint>, clock: Clock = realClock) {
    this.#timeOf = timeOf;
    this.#clock = clock;
  }

  /** Reads a machine’s clock. @throws whatever `timeOf` throws */
  async look(id: string): Promise<ClockOffset> {
    const trips: RoundTrip[] = [];
    let best = await this.#trip(id, trips);
    for (let without = 0; without < tripsWithoutGain && trips.length < maxTrips; without++) {
      const now = await this.#trip(id, trips);
      if (now.roundTrip < best.roundTrip) without = 0;
      best = now;
    }
    this.#known.set(id, { offset: best, at: this.#clock.now() });
    return best;
  }

  /** Result of the last reading; null before the first. */
  known(id: string): ClockOffset | null {
    return this.#known.get(id)?.offset ?? null;
  }

  /**
   * The last reading of a clock; without one, the result of a single round trip, which is less exact than a reading
   * but done as soon as the machine answers once.
   * @returns null when it does not.
   */
  atLeast(id: string): ClockOffset | null | Promise<ClockOffset | null> {
    return this.#first.get(id) ?? this.known(id) ?? this.#firstOf(id);
  }

  #firstOf(id: string): Promise<ClockOffset | null> {
    const first = this.#trip(id, [])
      .then((offset) => {
        // A look meanwhile is more exact, and an error here no reason not to look.
        if (this.#first.get(id) === first && !this.#known.has(id)) {
          this.#known.set(id, { offset, at: Number.NEGATIVE_INFINITY });
        }
        return this.known(id) ?? offset;
      })
      .catch(() => null)
      .finally(() => {
        if (this.#first.get(id) === first) this.#first.delete(id);
      });
    this.#first.set(id, first);
    return first;
  }

  forget(id: string): void {
    this.#known.delete(id);
    this.#first.delete(id);
  }

  /** Reads the clocks without a recent reading, one after the other. */
  async renew(ids: () => readonly string[]): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    for (const id of ids()) {
      const known = this.#known.get(id);
      const isFresh = known && this.#clock.now() - known.at < oldMs;
      // A machine that does not answer now is asked again, or goes silent.
      if (!isFresh) await this.look(id).catch(() => undefined);
    }
    this.#renewing = false;
  }

  /** @returns the best of all trips so far. */
  async #trip(id: string, trips: RoundTrip[]): Promise<ClockOffset> {
    const sent = this.#clock.reading();
    const there = await this.#timeOf(id);
    const received = this.#clock.reading();
    trips.push({ sent, received, there });
    const best = clockOffset(trips);
    if (!best) throw new RangeError('a clock went backwards');
    return best;
  }
}
