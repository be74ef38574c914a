import { WirebenchError } from '../../contracts/errors.ts';
import type { Interval } from '../../contracts/measurement.ts';
import { type Cancel, type Clock, realClock } from '../platform/clock.ts';
import { mayPass } from './errors.ts';
import type { Store } from './store.ts';

export interface IntervalWriterOptions {
  /** Maximum intervals waiting for the store; 120 are two minutes of one trial. */
  capacity?: number;
  /** Pause before the store is tried again, in milliseconds. */
  retryMs?: number;
  /** Maximum duration of a flush, in milliseconds. */
  flushMs?: number;
  clock?: Clock;
}

/** Passes intervals to the store in order; see {@link createIntervalWriter}. */
export interface IntervalWriter {
  /**
   * Commits the interval, or keeps it while the store cannot be written.
   * @throws WirebenchError RUN_OVERRUN when too many are waiting; this one is then dropped.
   * @throws WirebenchError any other permanent error, such as TRIAL_NOT_FOUND, from this write or
   * a retry since; only its interval is dropped.
   */
  push(trialId: string, interval: Interval): void;
  /**
   * Resolves when everything pushed is committed.
   * @throws WirebenchError STORE_WRITE_FAILED when that does not succeed in time.
   */
  flush(): Promise<void>;
  /**
   * Tries a last time and ends.
   * @throws WirebenchError STORE_WRITE_FAILED when intervals are lost and flush has not reported it.
   */
  close(): void;
}

interface Entry {
  trialId: string;
  interval: Interval;
}

interface Waiter {
  resolve(): void;
  reject(error: unknown): void;
  cancel: Cancel;
}

type Appending = Pick<Store, 'appendInterval'>;

/**
 * A bounded queue between a run and the store: a lock, a full disk or an I/O error delays
 * intervals, but loses or reorders none.
 */
export function createIntervalWriter(
  store: Appending,
  options: IntervalWriterOptions = {},
): IntervalWriter {
  return new QueueingWriter(store, {
    capacity: options.capacity ?? 120,
    retryMs: options.retryMs ?? 250,
    flushMs: options.flushMs ?? 30_000,
    clock: options.clock ?? realClock,
  });
}

class QueueingWriter implements IntervalWriter {
  readonly #store: Appending;
  readonly #options: Required<IntervalWriterOptions>;
  readonly #queue: Entry[] = [];
  readonly #waiters = new Set<Waiter>();
  #retry: Cancel | null = null;
  /** Last write error. */
  #obstacle: unknown = null;
  /** An unreported error of a retry. */
  #failure: { error: unknown } | null = null;
  #lossReported = false;

  constructor(store: Appending, options: Required<IntervalWriterOptions>) {
    this.#store = store;
    this.#options = options;
  }

  push(trialId: string, interval: Interval): void {
    if (this.#queue.length >= this.#options.capacity) throw this.#overrun();
    this.#queue.push({ trialId, interval });
    if (this.#retry === null) this.#drain();
    this.#throwFailure();
  }

  flush(): Promise<void> {
    this.#stopRetrying();
    this.#drain();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      this.#lossReported = true;
      this.#waiters.delete(waiter);
      reject(this.#unwritten());
    };
    const { clock, flushMs } = this.#options;
    const waiter: Waiter = { resolve, reject, cancel: clock.after(flushMs, giveUp) };
    this.#waiters.add(waiter);
    this.#settleWaiters();
    return promise;
  }

  close(): void {
    this.#stopRetrying();
    this.#drain();
    this.#stopRetrying();
    const lost = this.#queue.length > 0 ? this.#unwritten() : null;
    this.#queue.length = 0;
    this.#settleWaiters();
    this.#throwFailure();
    if (lost !== null && !this.#lossReported) throw lost;
  }

  /** Writes waiting intervals in order until a write fails. */
  #drain(): void {
    for (let entry = this.#queue[0]; entry !== undefined; entry = this.#queue[0]) {
      try {
        this.#store.appendInterval(entry.trialId, entry.interval);
      } catch (error) {
        if (mayPass(error)) {
          this.#obstacle = error;
          this.#retryLater();
          return;
        }
        this.#failure ??= { error };
      }
      this.#queue.shift();
    }
    this.#obstacle = null;
  }

  #retryLater(): void {
    this.#retry = this.#options.clock.after(this.#options.retryMs, () => {
      this.#retry = null;
      this.#drain();
      this.#settleWaiters();
    });
  }

  #stopRetrying(): void {
    this.#retry?.();
    this.#retry = null;
  }

  #settleWaiters(): void {
    if (this.#queue.length > 0 || this.#waiters.size === 0) return;
    const failure = this.#failure;
    this.#failure = null;
    for (const waiter of this.#waiters) {
      waiter.cancel();
      if (failure === null) waiter.resolve();
      else waiter.reject(failure.error);
    }
    this.#waiters.clear();
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure.error;
  }

  #overrun(): WirebenchError {
    const waiting = this.#queue.length;
    return new WirebenchError(
      'RUN_OVERRUN',
      `The store could not keep up with the run: ${waiting} intervals wait to be written`,
      { cause: this.#obstacle, hint: this.#hint() },
    );
  }

  #unwritten(): WirebenchError {
    const count = this.#queue.length;
    const noun = count === 1 ? 'interval' : 'intervals';
    return new WirebenchError(
      'STORE_WRITE_FAILED',
      `${count} ${noun} could not be written: ${describeObstacle(this.#obstacle)}`,
      { cause: this.#obstacle, hint: this.#hint() },
    );
  }

  #hint(): string {
    const hint = this.#obstacle instanceof WirebenchError ? this.#obstacle.hint : undefined;
    return hint ?? 'Check that the disk of the database has free space and is fast enough.';
  }
}

function describeObstacle(obstacle: unknown): string {
  return obstacle instanceof Error ? obstacle.message : 'the writer was closed';
}
