/** Octets of a batch where a message may be larger. */
const defaultBatchBytes = 2 * 1024 * 1024;

/**
 * Sends reports in order, each until it is known to be stored: one batch at a time, so that reports arriving
 * meanwhile travel together. What could not be sent stays here.
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
   * @param send gets encoded reports and the number of the first of them; rejects when it is unknown whether they
   *   were stored, and is called with them again.
   * @param wait resolves when sending may be retried.
   * @param maxBytes limit of a message in octets.
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

  /** How many are not known to be stored. */
  get size(): number {
    return this.#waiting.length;
  }

  /** @param report encoded. */
  add(report: Buffer): void {
    this.#waiting.push(report);
    this.#sending ??= this.#flush();
  }

  /** Resolves when all are stored, or the outbox is closed. */
  async settled(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  /** Stops sending. */
  close(): void {
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    // Reports of the same turn go with it.
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
    // In the same turn as the check for waiting reports, so that none is added in between.
    this.#sending = null;
  }

  /** At least one report, and as many more as fit. */
  #batch(): Buffer[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((report, place) => {
      // Including its comma.
      bytes += report.length + 1;
      return place > 0 && bytes > this.#maxBytes;
    });
    return this.#waiting.slice(0, end < 0 ? undefined : end);
  }
}
