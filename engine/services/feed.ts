/** A watcher with this many events pending starts again with a snapshot. */
const longestQueue = 2000;

/**
 * Sends events to any number of watchers; each begins with a snapshot, and starts again with one
 * when it is too slow.
 */
export class Feed<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #wakers = new Set<() => void>();
  readonly #snapshot: () => Event;
  #closed = false;

  constructor(snapshot: () => Event) {
    this.#snapshot = snapshot;
  }

  publish(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Ends every watch. */
  close(): void {
    this.#closed = true;
    for (const wake of this.#wakers) wake();
  }

  /** Events from now until `signal` or the end of the feed. */
  async *watch(signal?: AbortSignal): AsyncGenerator<Event> {
    let queue: Event[] = [this.#snapshot()];
    let wake: () => void = () => undefined;
    const listener = (event: Event) => {
      if (queue.length < longestQueue) queue.push(event);
      else queue = [this.#snapshot()];
      wake();
    };
    const onEnd = () => wake();
    this.#listeners.add(listener);
    this.#wakers.add(onEnd);
    signal?.addEventListener('abort', onEnd);
    try {
      while (!signal?.aborted && !this.#closed) {
        const event = queue.shift();
        if (event === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else yield event;
      }
    } finally {
      this.#listeners.delete(listener);
      this.#wakers.delete(onEnd);
      signal?.removeEventListener('abort', onEnd);
    }
  }
}
