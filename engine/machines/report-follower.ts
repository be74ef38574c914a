import { type ConsumerMessages, DeliverPolicy, type JsMsg, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

/** Interval at which the server reports that nothing is new; milliseconds. */
const signs = { expires: 4000, idle_heartbeat: 1000 };
/** Without a sign for this long, stored reports are requested anew. The client itself notices a restarted server. */
const silentMs = 3500;
const lookMs = 500;
const answerMs = 2000;

/**
 * Follows a stream from a number on, whatever happens to the server that delivers it: in a cluster that one may be gone
 * for good; then another server is asked for everything after the last received report.
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

  /** @param from the stream, and the number of the first requested message. @throws Error of the client */
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

  /** By number and not as "new messages": that would start over after a restart of the server. */
  async #open(): Promise<void> {
    const consumer = await jetstream(this.#link, { timeout: answerMs }).consumers.get(
      this.#stream,
      { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#next },
    );
    // A consumer that still delivers would deliver twice.
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
    // A server that cannot be asked now is asked again.
    await this.#open().catch(() => undefined);
    this.#opening = false;
  }
}
