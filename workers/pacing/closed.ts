/**
 * The closed model as pure arithmetic: when a user starts, and what it does after an answer.
 * It knows nothing of protocols, clocks or connections.
 */
export interface ClosedPacing {
  /** Milliseconds from the start of the trial at which user `number` (from 0) sends its first request. */
  startsAt(number: number): number;
  /** Pause before the next request, in milliseconds; longer after a failed connection attempt. */
  pauseAfter(outcome: 'answered' | 'not-connected'): number;
}

/** A refused connection is tried again after this long, so that a dead service is not hammered. */
export const reconnectPauseMs = 50;

/** @param rampUp users started per second; 0 starts all at once. */
export function closedPacing(rampUp: number, thinkTimeMs: number): ClosedPacing {
  return {
    startsAt: (number) => (rampUp > 0 ? (number * 1000) / rampUp : 0),
    pauseAfter: (outcome) =>
      outcome === 'answered' ? thinkTimeMs : Math.max(thinkTimeMs, reconnectPauseMs),
  };
}
