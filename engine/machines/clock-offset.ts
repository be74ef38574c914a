/** One question for another machine’s clock. All readings in nanoseconds. */
export interface RoundTrip {
  /** When the question was sent and the answer came, on our clock. */
  readonly sent: bigint;
  readonly received: bigint;
  /** What the other clock said in between. */
  readonly there: bigint;
}

/** How another machine’s monotonic clock stands to ours. */
export interface ClockOffset {
  /** Reading of the other clock less that of ours at the same moment, in nanoseconds. */
  readonly offset: bigint;
  /** By how much it may be wrong: half of the best round trip (Cristian 1989), in nanoseconds. */
  readonly error: bigint;
  /** The best round trip, in nanoseconds. */
  readonly roundTrip: bigint;
}

/**
 * Of several round trips the shortest says most: whatever the ways there and back were, the answer was given between
 * its two ends.
 * @returns null of no round trip.
 */
export function clockOffset(trips: readonly RoundTrip[]): ClockOffset | null {
  let best: ClockOffset | null = null;
  for (const { sent, received, there } of trips) {
    const roundTrip = received - sent;
    if (roundTrip < 0n || (best && best.roundTrip <= roundTrip)) continue;
    best = { offset: there - (sent + roundTrip / 2n), error: (roundTrip + 1n) / 2n, roundTrip };
  }
  return best;
}
