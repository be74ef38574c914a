/** A load model in one worker: it decides when requests start. */
export interface PacedLoad {
  /** Active users; none in open load. */
  readonly activeUsers: number;
  /** Remarks for the reader of the results, in sentences. */
  readonly notes: readonly string[];
  /** Called at the barrier. */
  begin(): void;
  /** Whether everything due before `ms` has started. */
  hasSentUntil(ms: number): boolean;
  /** The window is extended: arrivals after the old end are due after all. */
  extended(): void;
  /** Sends nothing more; requests in flight are abandoned without being counted. */
  stop(): void;
}

/** Approximate maximum of Node's timers; longer waits are repeated. */
export const longestTimerMs = 2 ** 30;
