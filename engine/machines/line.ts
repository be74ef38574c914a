import { jetstream } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { maxMessageBytes } from './objects.ts';
import { nonceOf } from './seal.ts';
import { type Space, wholeServer } from './space.ts';

/** Overhead of NATS and a seal per message, and of a batch per report, in octets. */
const aroundBytes = 8 * 1024;
const defaultMaxPayload = 1024 * 1024;

/** A message on a subject of `contracts/machines.ts`. */
export interface LineMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  respond(content: Uint8Array): boolean;
}

interface Listener {
  callback(error: Error | null, message: LineMessage): void;
}

/** How controller and agents talk to each other. Tests replace it by a simulated one. */
export type Transport = Pick<
  Line,
  'maxBytes' | 'publish' | 'keep' | 'request' | 'subscribe' | 'isClosed' | 'close'
>;

const saidOn = (subject: string) => `say ${subject}`;
const answerTo = (question: Uint8Array) => `answer ${nonceOf(question)}`;

/**
 * A connection to NATS for controller and agents. They name subjects as in `contracts/machines.ts`; on the server
 * these are the controller's own, with sealed content where the server is shared.
 */
export class Line {
  readonly link: NatsConnection;
  readonly #space: Omit<Space, 'inbox'>;

  constructor(link: NatsConnection, space: Omit<Space, 'inbox'> = wholeServer) {
    this.link = link;
    this.#space = space;
  }

  /** Name of the stream that stores reports. */
  get stream(): string {
    return this.#space.stream;
  }

  /** Maximum octets of content in one message here. */
  get maxBytes(): number {
    const most = this.link.info?.max_payload ?? defaultMaxPayload;
    return Math.min(maxMessageBytes, most - aroundBytes);
  }

  publish(subject: string, content: Uint8Array): void {
    this.link.publish(this.there(subject), this.#space.seal.close(content, saidOn(subject)));
  }

  /**
   * Sends a message that JetStream stores; resolves once it does.
   * @param timeout in milliseconds.
   * @throws Error when it is unknown whether the message is stored.
   */
  async keep(subject: string, content: Uint8Array, timeout: number): Promise<void> {
    const sealed = this.#space.seal.close(content, saidOn(subject));
    await jetstream(this.link, { timeout }).publish(this.there(subject), sealed);
  }

  /** @param options.timeout in milliseconds. @throws Error of the client; Error of an answer that was not sealed with the token. */
  async request(
    subject: string,
    content: Uint8Array,
    options: { readonly timeout: number },
  ): Promise<{ readonly data: Uint8Array }> {
    const { seal } = this.#space;
    const question = seal.close(content, saidOn(subject));
    const answer = await this.link.request(this.there(subject), question, options);
    const data = seal.open(answer.data, answerTo(question));
    if (data === null) throw new Error('the answer is not from a holder of the token');
    return { data };
  }

  /** Ignores messages from those without the token. */
  subscribe(subject: string, { callback }: Listener): void {
    this.link.subscribe(this.there(subject), {
      callback: (error, message) => {
        // A refused subscription has no message.
        const heard = error ? null : this.#heard(message);
        if (heard) callback(null, heard);
      },
    });
  }

  /** @returns null for messages from others. @param message as received from the server. */
  read({
    subject,
    data,
  }: Pick<Msg, 'subject' | 'data'>): { subject: string; data: Uint8Array } | null {
    const here = `wb${subject.slice(this.#space.prefix.length)}`;
    const content = this.#space.seal.open(data, saidOn(here));
    return content && { subject: here, data: content };
  }

  /** The name of a subject on the server. */
  there(subject: string): string {
    return `${this.#space.prefix}${subject.slice('wb'.length)}`;
  }

  isClosed(): boolean {
    return this.link.isClosed();
  }

  close(): Promise<void> {
    return this.link.close();
  }

  #heard(message: Msg): LineMessage | null {
    const content = this.read(message);
    return (
      content && {
        ...content,
        respond: (answer) =>
          message.respond(this.#space.seal.close(answer, answerTo(message.data))),
      }
    );
  }
}
