import type { ReportBatch } from '../../contracts/machines.ts';

type Item = ReportBatch['reports'][number];

/** Reports of one message: with histograms of full width far below what a message may hold. */
const mostReports = 64;

/**
 * Sends reports in their order, each until it is known to be kept: one batch at a time, so that what comes in
 * meanwhile travels together. Whatever could not be sent stays here.
 */
export class ReportOutbox {
  readonly #send: (batch: ReportBatch) => Promise<void>;
  readonly #wait: () => Promise<void>;
  #waiting: Item[] = [];
  #first = 0;
  #sending: Promise<void> | null = null;
  #closed = false;

  /**
   * @param send rejects when it is not known whether the batch was kept; it is sent again.
   * @param wait resolves when it may be tried again.
   */
  constructor(send: (batch: ReportBatch) => Promise<void>, wait: () => Promise<void>) {
    this.#send = send;
    this.#wait = wait;
  }

  /** How many are not known to be kept. */
  get size(): number {
    return this.#waiting.length;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null;
    });
  }

  /** Resolves when all are kept, or the outbox is closed. */
  async settled(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  /** Nothing is sent any more. */
  close(): void {
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    // What arrives in the same turn goes with it.
    await Promise.resolve();
    while (this.#waiting.length > 0 && !this.#closed) {
      const reports = this.#waiting.slice(0, mostReports);
      try {
        await this.#send({ first: this.#first, reports });
      } catch {
        await this.#wait();
        continue;
      }
      this.#waiting = this.#waiting.slice(reports.length);
      this.#first += reports.length;
    }
  }
}
