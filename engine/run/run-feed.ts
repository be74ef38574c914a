import type { LiveHealth, LivePoint, RunEvent, RunProgress } from '../../contracts/engine-api.ts';
import { LivePoints } from './live-points.ts';

/** A watcher with this many events pending misses points; the next snapshot has them. */
const maxQueue = 400;

type Listener = (event: RunEvent) => void;

/** Sends the events of a run to any number of watchers; each begins with a snapshot. */
export class RunFeed {
  readonly #listeners = new Set<Listener>();
  readonly #progress: () => RunProgress;
  readonly #points = new LivePoints();
  #ended = false;

  constructor(progress: () => RunProgress) {
    this.#progress = progress;
  }

  /** The state of the trials changed. */
  changed(): void {
    this.#publish(this.#snapshot([]));
  }

  trialStarts(): void {
    this.#points.clear();
    this.changed();
  }

  point(point: LivePoint, secondsLeft: number | null, health: LiveHealth | null = null): void {
    this.#points.add(point);
    this.#publish({ type: 'point', point, secondsLeft, health });
  }

  end(): void {
    this.#ended = true;
    this.#publish({ type: 'end', progress: this.#progress() });
  }

  /** Events from now until the end of the run, or until `signal`. */
  async *watch(signal?: AbortSignal): AsyncGenerator<RunEvent> {
    const queue: RunEvent[] = [this.#snapshot(this.#points.all)];
    let missed = false;
    if (this.#ended) queue.push({ type: 'end', progress: this.#progress() });
    let wake: (() => void) | null = null;
    const listener: Listener = (event) => {
      if (event.type === 'point' && queue.length >= maxQueue) missed = true;
      else if (event.type === 'snapshot' && missed) {
        queue.push(this.#snapshot(this.#points.all));
        missed = false;
      } else queue.push(event);
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

  /** A copy, since points that arrive while it is queued are sent separately. */
  #snapshot(points: readonly LivePoint[]): RunEvent {
    return { type: 'snapshot', progress: this.#progress(), points: [...points] };
  }

  #publish(event: RunEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
