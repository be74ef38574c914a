import { setTimeout as pause } from 'node:timers/promises';

const retryMs = 250;

/**
 * Tells one machine of new tokens: one message at a time, each until it is answered. What is new meanwhile goes with the
 * next one.
 */
export class TokenRelay {
  readonly #send: () => Promise<void>;
  readonly #wait: () => Promise<void>;
  #isWanted = false;
  #isSending = false;
  #isClosed = false;

  /**
   * @param send tells the machine of the tokens of now; rejects when it is not known whether it heard.
   * @param wait resolves when it may be tried again.
   */
  constructor(send: () => Promise<void>, wait: () => Promise<void> = () => pause(retryMs)) {
    this.#send = send;
    this.#wait = wait;
  }

  /** There is a new token. */
  renewed(): void {
    this.#isWanted = true;
    if (!this.#isSending) void this.#tell();
  }

  /** The machine is lost, or let go. */
  close(): void {
    this.#isClosed = true;
  }

  async #tell(): Promise<void> {
    this.#isSending = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        await this.#send();
      } catch {
        // It may not have heard: it is told again for as long as it is there.
        this.#isWanted = true;
        await this.#wait();
      }
    }
    this.#isSending = false;
  }
}
