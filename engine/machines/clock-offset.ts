/** One reading of another machine’s clock. All times in nanoseconds. */
export interface RoundTrip {
  /** When the question was sent and the answer arrived, on our clock. */
  readonly sent: bigint;
  readonly received: bigint;
  /** The reading of the other clock in between. */
  readonly there: bigint;
}

/** Offset of another machine’s monotonic clock from ours. */
export interface ClockOffset {
  /** Reading of the other clock minus that of ours at the same moment, in nanoseconds. */
  readonly offset: bigint;
  /** Maximum error at that moment: half of the best round trip (Cristian 1989), in nanoseconds. */
  readonly error: bigint;
  /** The best round trip, in nanoseconds. */
  readonly roundTrip: bigint;
  /** Our reading in the middle of that round trip: since then the clocks have been drifting apart. */
  readonly at: bigint;
}

/**
 * The maximum drift between two clocks, in parts per million: the largest frequency correction that NTP makes (MAXFREQ of
 * RFC 5905). An uncorrected quartz oscillator drifts about a tenth as much.
 */
const maxDriftPpm = 500n;

/** Maximum error of an offset at a later reading of our clock, in nanoseconds. */
export function errorAt({ error, at }: ClockOffset, later: bigint): bigint {
  // The answer may have been given at the beginning of the round trip.
  const age = error + (later > at ? later - at : 0n);
  return error + (age * maxDriftPpm + 999_999n) / 1_000_000n;
}

/**
 * The offset from the shortest of several round trips, which is the most precise: however its time was split between
 * request and answer, the other clock was read within it.
 * @returns null if there is no round trip.
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
