/** Ends a timer; one that is over already stays so. */
export type Cancel = () => void;

/** A clock with timers. Tests replace it by a simulated one, which jumps from timer to timer. */
export interface Clock {
  /** Milliseconds that only rise: for what lasts. */
  now(): number;
  /** For the record. */
  date(): Date;
  /** Calls once. */
  after(ms: number, act: () => void): Cancel;
  /** Calls again and again. */
  every(ms: number, act: () => void): Cancel;
}

/** That of this machine; `now` is `performance.now()`. */
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
