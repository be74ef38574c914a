import type { LivePoint, RunEvent, RunProgress } from '../../contracts/engine-api.ts';

/** Points of the current trial that a late watcher still gets: ten minutes of them. */
const keptPoints = 2400;
/** A watcher that falls this far behind misses points; snapshots still come. */
const maxQueue = 400;

type Listener = (event: RunEvent) => void;

/** Tells any number of watchers what happens in a run; each begins with a snapshot. */
export class RunFeed {
  readonly #listeners = new Set<Listener>();
  readonly #progress: () => RunProgress;
  #points: LivePoint[] = [];
  #ended = false;

  constructor(progress: () => RunProgress) {
    this.#progress = progress;
  }

  /** Something about the trials changed. */
  changed(): void {
    this.#publish(this.#snapshot());
  }

  trialStarts(): void {
    this.#points = [];
    this.changed();
  }

  point(point: LivePoint, secondsLeft: number | null): void {
    this.#points.push(point);
    if (this.#points.length > keptPoints) this.#points = this.#points.slice(-keptPoints / 2);
    this.#publish({ type: 'point', point, secondsLeft });
  }

  end(): void {
    this.#ended = true;
    this.#publish({ type: 'end', progress: this.#progress() });
  }

  /** Events from now until the end of the run, or until `signal`. */
  async *watch(signal?: AbortSignal): AsyncGenerator<RunEvent> {
    const queue: RunEvent[] = [this.#snapshot()];
    if (this.#ended) queue.push({ type: 'end', progress: this.#progress() });
    let wake: (() => void) | null = null;
    const listener: Listener = (event) => {
      if (event.type !== 'point' || queue.length < maxQueue) queue.push(event);
      wake?.();
    };
    const onAbort = () => wake?.();
    this.#listeners.add(listener);
    signal?.addEventListener('abort', onAbort);
    try {
      while (!signal?.aborted) {
        const event = queue.shift();
        if (event) {
          yield event;
          if (event.type === 'end') return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#listeners.delete(listener);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** A copy: points that come while it waits in a queue are told as points. */
  #snapshot(): RunEvent {
    return { type: 'snapshot', progress: this.#progress(), points: [...this.#points] };
  }

  #publish(event: RunEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
