/** A load model at work in one worker: it decides when requests begin. */
export interface PacedLoad {
  /** Users that are active; none in open load. */
  readonly activeUsers: number;
  /** What a reader of the figures should know, in sentences. */
  readonly notes: readonly string[];
  /** Called at the barrier. */
  begin(): void;
  /** Whether everything that had to begin before `ms` has begun. */
  hasSentUntil(ms: number): boolean;
  /** The window closes later than it was to: what would have been too late is due after all. */
  extended(): void;
  /** Sends nothing more; requests in flight are given up without being counted. */
  stop(): void;
}

/** Longest time that a timer of Node can wait, about; who waits longer looks again then. */
export const longestTimerMs = 2 ** 30;
