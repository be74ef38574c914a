/** An engine that ended before within this time is not started again by itself. */
const memoryMs = 10 * 60_000;
/** An engine that ended sooner than this after its start gets a pause before the next. */
const shortLifeMs = 5_000;
const pauseMs = 1_000;

/** What to do about an engine that ended by itself. Times in milliseconds on any one clock. */
interface Restart {
  /** Whether to start another without being asked. */
  readonly restarting: boolean;
  /** How long to wait before that. */
  readonly pauseMs: number;
}

/**
 * Decides on a restart: once by itself, then only by the user, so that an engine that fails again
 * and again is seen to fail.
 * @param previousEndAt when an engine ended by itself the last time, or null.
 */
export function planRestart(startedAt: number, endedAt: number, previousEndAt: number | null) {
  const again = previousEndAt !== null && endedAt - previousEndAt < memoryMs;
  const shortLived = endedAt - startedAt < shortLifeMs;
  return { restarting: !again, pauseMs: shortLived ? pauseMs : 0 } satisfies Restart;
}
