import type { Message } from '../../workloads/description.ts';

/**
 * The implementation of an operation, shared by all protocols. Requests are canonical, and answers must be.
 * @throws Refusal if the request is refused; may also reject.
 */
export type Handler = (request: Message) => Message | Promise<Message>;

/** An operation with `stream: 'request'`. */
export type RequestStreamHandler = (requests: AsyncIterable<Message>) => Message | Promise<Message>;

/** An operation with `stream: 'response'`. */
export type ResponseStreamHandler = (
  request: Message,
) => AsyncIterable<Message> | Iterable<Message>;

type StreamHandler = RequestStreamHandler | ResponseStreamHandler;

/** By operation name. */
export type Handlers = Readonly<Record<string, Handler | StreamHandler>>;

/** A workload that is ready to answer. */
export interface OpenedWorkload {
  readonly handlers: Handlers;
  /** Releases its files and connections. */
  stop(): Promise<void>;
}
