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
  /** By how much it may be wrong at that moment: half of the best round trip (Cristian 1989), in nanoseconds. */
  readonly error: bigint;
  /** The best round trip, in nanoseconds. */
  readonly roundTrip: bigint;
  /** Our reading in the middle of that round trip: since then the clocks have drifted apart. */
  readonly at: bigint;
}

/**
 * Two clocks drift apart by no more than this, in parts of a million: what the network time protocol corrects at most
 * (MAXFREQ of RFC 5905). Quartz by itself is ten times better.
 */
const maxDriftPpm = 500n;

/** By how much an offset may be wrong at a later reading of our clock, in nanoseconds. */
export function errorAt({ error, at }: ClockOffset, later: bigint): bigint {
  // The answer may have been given at the beginning of the round trip.
  const age = error + (later > at ? later - at : 0n);
  return error + (age * maxDriftPpm + 999_999n) / 1_000_000n;
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
    const at = sent + roundTrip / 2n;
    best = { offset: there - at, error: (roundTrip + 1n) / 2n, roundTrip, at };
  }
  return best;
}
