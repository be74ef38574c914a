/** An engine that ends twice within this time is not restarted automatically. */
const memoryMs = 10 * 60_000;
/** After an engine shorter-lived than this, the next one starts after a pause. */
const shortLifeMs = 5_000;
const pauseMs = 1_000;

/** Plan for an engine that ended unexpectedly. Times in milliseconds on any one clock. */
interface Restart {
  /** Whether to restart automatically. */
  readonly restarting: boolean;
  /** Pause before the restart. */
  readonly pauseMs: number;
}

/**
 * Decides on a restart: once automatically, then only by the user, so that repeated failures
 * are noticed.
 * @param previousEndAt when an engine last ended unexpectedly, or null.
 */
export function planRestart(startedAt: number, endedAt: number, previousEndAt: number | null) {
  const again = previousEndAt !== null && endedAt - previousEndAt < memoryMs;
  const shortLived = endedAt - startedAt < shortLifeMs;
  return { restarting: !again, pauseMs: shortLived ? pauseMs : 0 } satisfies Restart;
}
