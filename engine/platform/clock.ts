import { hrtime } from 'node:process';

/** Cancels a timer; does nothing once it has fired or was cancelled. */
export type Cancel = () => void;

/** A clock with timers. Tests replace it by a simulated one, which jumps from timer to timer. */
export interface Clock {
  /** Monotonic time in milliseconds, for durations. */
  now(): number;
  /** The same in nanoseconds, from another beginning: a moment that other processes of this machine know. */
  reading(): bigint;
  /** Wall-clock time, for what is stored. */
  date(): Date;
  /** Calls `act` once, after `ms` milliseconds. */
  after(ms: number, act: () => void): Cancel;
  /** Calls `act` every `ms` milliseconds. */
  every(ms: number, act: () => void): Cancel;
}

/** The clock of this machine; `now` is `performance.now()`, `reading` is `process.hrtime.bigint()`. */
export const realClock: Clock = {
  now: () => performance.now(),
  reading: () => hrtime.bigint(),
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

/** Resolves after `ms` milliseconds. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/** Resolves when the work is done, or after `ms` milliseconds. */
export async function upTo(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const cancel = clock.after(ms, passed.resolve);
  await Promise.race([work, passed.promise]).finally(cancel);
}
