/** Cancels a timer; does nothing once it has fired or was cancelled. */
export type Cancel = () => void;

/** A clock with timers. Tests replace it by a simulated one, which jumps from timer to timer. */
export interface Clock {
  /** Monotonic time in milliseconds, for durations. */
  now(): number;
  /** Wall-clock time, for what is stored. */
  date(): Date;
  /** Calls `act` once, after `ms` milliseconds. */
  after(ms: number, act: () => void): Cancel;
  /** Calls `act` every `ms` milliseconds. */
  every(ms: number, act: () => void): Cancel;
}

/** The clock of this machine; `now` is `performance.now()`. */
export const realClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, act) => {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
};
