import { type ConsumerMessages, DeliverPolicy, type JsMsg, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** The server says once a second that nothing is new; milliseconds. */
const signs = { expires: 4000, idle_heartbeat: 1000 };
/** Without a sign for so long, what is kept is asked for anew. The client itself notices a server that was started again. */
const silentMs = 3500;
const lookMs = 500;
const answerMs = 2000;

/**
 * Hears what a stream keeps, from a number on, whatever becomes of the server that delivers it: on a cluster the one that
 * does may be gone for good, and then another is asked for all that comes after the last that was heard.
 */
export class ReportFollower {
  readonly #link: NatsConnection;
  readonly #stream: string;
  readonly #hear: (message: JsMsg) => void;
  readonly #timer: NodeJS.Timeout;
  /** Number of the next message in the stream. */
  #next: number;
  #messages: ConsumerMessages | null = null;
  #signAt = performance.now();
  #opening = false;

  private constructor(
    link: NatsConnection,
    from: { readonly stream: string; readonly first: number },
    hear: (message: JsMsg) => void,
  ) {
    this.#link = link;
    this.#stream = from.stream;
    this.#next = from.first;
    this.#hear = hear;
    this.#timer = setInterval(() => void this.#look(), lookMs);
  }

  /** @param from the stream, and the number of the first message that is wanted. @throws Error of the client */
  static async start(
    link: NatsConnection,
    from: { readonly stream: string; readonly first: number },
    hear: (message: JsMsg) => void,
  ): Promise<ReportFollower> {
    const follower = new ReportFollower(link, from, hear);
    try {
      await follower.#open();
      return follower;
    } catch (error) {
      await follower.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#messages?.close();
  }

  /** By number and not as "what is new": that would begin anew where the server was started again. */
  async #open(): Promise<void> {
    const consumer = await jetstream(this.#link, { timeout: answerMs }).consumers.get(
      this.#stream,
      { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#next },
    );
    // One that still delivers would do so twice.
    await this.#messages?.close();
    this.#messages = await consumer.consume({
      ...signs,
      callback: (message) => {
        this.#signAt = performance.now();
        this.#next = message.seq + 1;
        this.#hear(message);
      },
    });
    this.#signAt = performance.now();
    void this.#heed(this.#messages);
  }

  async #heed(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status()) {
      if (type === 'heartbeat') this.#signAt = performance.now();
    }
  }

  async #look(): Promise<void> {
    const isSilent = performance.now() - this.#signAt > silentMs;
    if (this.#opening || !isSilent || this.#link.isClosed()) return;
    this.#opening = true;
    // Who cannot be asked now is asked again.
    await this.#open().catch(() => undefined);
    this.#opening = false;
  }
}
