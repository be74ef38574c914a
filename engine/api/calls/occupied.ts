import type { RunManager } from '../../run/manager.ts';

/** Does something that keeps runs out, one after the other; a caller that gives it up does not wait for its end, the next one does. */
export class Occupied {
  readonly #runs: RunManager;
  /** As a sentence begins with it. */
  readonly #name: string;
  /** The end of what a caller has given up. */
  #leaving: Promise<void> = Promise.resolve();

  constructor(runs: RunManager, name: string) {
    this.#runs = runs;
    this.#name = name;
  }

  /** @throws WirebenchError RUN_BUSY, and what `work` does */
  async during<Result>(
    signal: AbortSignal | undefined,
    work: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    await this.#leaving;
    const ending = new AbortController();
    const over = Promise.withResolvers<void>();
    const release = this.#runs.occupy(() => {
      ending.abort();
      return over.promise;
    }, this.#name);
    signal?.addEventListener('abort', () => {
      this.#leaving = over.promise;
    });
    try {
      return await work(signal ? AbortSignal.any([signal, ending.signal]) : ending.signal);
    } finally {
      release();
      over.resolve();
    }
  }
}
