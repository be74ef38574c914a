import type { RunManager } from '../../run/manager.ts';

/** Work that excludes runs, one piece after the other. A caller that aborts does not wait for it to end; the next one does. */
export class Occupied {
  readonly #runs: RunManager;
  /** Used to begin sentences. */
  readonly #name: string;
  /** Settles when the aborted work has ended. */
  #leaving: Promise<void> = Promise.resolve();

  constructor(runs: RunManager, name: string) {
    this.#runs = runs;
    this.#name = name;
  }

  /** @throws WirebenchError RUN_BUSY, and whatever `work` throws */
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
