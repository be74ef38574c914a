/** Octets of a batch where a message may hold more. */
const defaultBatchBytes = 2 * 1024 * 1024;

/**
 * Sends reports in their order, each until it is known to be kept: one batch at a time, so that what comes in
 * meanwhile travels together. Whatever could not be sent stays here.
 */
export class ReportOutbox {
  readonly #send: (first: number, reports: readonly Buffer[]) => Promise<void>;
  readonly #wait: () => Promise<void>;
  readonly #maxBytes: number;
  #waiting: Buffer[] = [];
  #first = 0;
  #sending: Promise<void> | null = null;
  #closed = false;

  /**
   * @param send gets encoded reports and the number of the first of them; rejects when it is not known whether they
   *   were kept, and gets them again.
   * @param wait resolves when it may be tried again.
   * @param maxBytes octets that a message may hold.
   */
  constructor(
    send: (first: number, reports: readonly Buffer[]) => Promise<void>,
    wait: () => Promise<void>,
    maxBytes = defaultBatchBytes,
  ) {
    this.#send = send;
    this.#wait = wait;
    this.#maxBytes = Math.min(maxBytes, defaultBatchBytes);
  }

  /** How many are not known to be kept. */
  get size(): number {
    return this.#waiting.length;
  }

  /** @param report encoded. */
  add(report: Buffer): void {
    this.#waiting.push(report);
    this.#sending ??= this.#flush();
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
      const reports = this.#batch();
      try {
        await this.#send(this.#first, reports);
      } catch {
        await this.#wait();
        continue;
      }
      this.#waiting = this.#waiting.slice(reports.length);
      this.#first += reports.length;
    }
    // In the same turn as the look at what waits, so that nothing is added in between.
    this.#sending = null;
  }

  /** At least one report, and as many more as fit. */
  #batch(): Buffer[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((report, place) => {
      // With its comma.
      bytes += report.length + 1;
      return place > 0 && bytes > this.#maxBytes;
    });
    return this.#waiting.slice(0, end < 0 ? undefined : end);
  }
}
