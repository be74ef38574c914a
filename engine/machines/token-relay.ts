/**
 * Sends new tokens to one machine: one message at a time, each until it is answered. Tokens that arrive meanwhile go
 * with the next one.
 */
export class TokenRelay {
  readonly #send: () => Promise<void>;
  readonly #wait: () => Promise<void>;
  #isWanted = false;
  #isSending = false;
  #isClosed = false;

  /**
   * @param send sends the current tokens; rejects when it is unknown whether they arrived.
   * @param wait resolves when sending may be retried.
   */
  constructor(send: () => Promise<void>, wait: () => Promise<void>) {
    this.#send = send;
    this.#wait = wait;
  }

  /** There is a new token. */
  renewed(): void {
    this.#isWanted = true;
    if (!this.#isSending) void this.#sendAll();
  }

  /** The machine is lost, or released. */
  close(): void {
    this.#isClosed = true;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        await this.#send();
      } catch {
        // It may not have arrived: it is repeated for as long as the machine is there.
        this.#isWanted = true;
        await this.#wait();
      }
    }
    this.#isSending = false;
  }
}
