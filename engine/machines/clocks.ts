import { hrtime } from 'node:process';
import { type ClockOffset, clockOffset, type RoundTrip } from './clock-offset.ts';

/** Round trips of a look at a clock: until so many in a row have brought nothing shorter, and no more than that. */
const tripsWithoutGain = 12;
const maxTrips = 100;
/** A clock that is shown, and not about to be used, is looked at so rarely. */
const oldMs = 30_000;

/** How the clocks of machines stand to ours. */
export class Clocks {
  readonly #timeOf: (id: string) => Promise<bigint>;
  readonly #known = new Map<string, { readonly offset: ClockOffset; readonly at: number }>();
  #renewing = false;

  /** @param timeOf asks a machine for its clock, in nanoseconds. */
  constructor(timeOf: (id: string) => Promise<bigint>) {
    this.#timeOf = timeOf;
  }

  /** Looks at a machine’s clock. @throws what asking it throws */
  async look(id: string): Promise<ClockOffset> {
    const trips: RoundTrip[] = [];
    let best = await this.#trip(id, trips);
    for (let without = 0; without < tripsWithoutGain && trips.length < maxTrips; without++) {
      const now = await this.#trip(id, trips);
      if (now.roundTrip < best.roundTrip) without = 0;
      best = now;
    }
    this.#known.set(id, { offset: best, at: performance.now() });
    return best;
  }

  /** What was found at the last look; null before the first. */
  known(id: string): ClockOffset | null {
    return this.#known.get(id)?.offset ?? null;
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Looks at those of which nothing recent is known, one after the other. */
  async renew(ids: () => readonly string[]): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    for (const id of ids()) {
      const known = this.#known.get(id);
      const isFresh = known && performance.now() - known.at < oldMs;
      // Who does not answer now is asked again, or falls silent.
      if (!isFresh) await this.look(id).catch(() => undefined);
    }
    this.#renewing = false;
  }

  /** @returns the best of all trips so far. */
  async #trip(id: string, trips: RoundTrip[]): Promise<ClockOffset> {
    const sent = hrtime.bigint();
    const there = await this.#timeOf(id);
    const received = hrtime.bigint();
    trips.push({ sent, received, there });
    const best = clockOffset(trips);
    if (!best) throw new RangeError('a clock went backwards');
    return best;
  }
}
