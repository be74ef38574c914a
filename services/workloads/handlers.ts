import type { Message } from '../../workloads/description.ts';

/**
 * What an operation does; the same function stands behind every protocol. Requests are in canonical form,
 * and answers must be.
 * @throws Refusal where the request is refused, also by rejecting.
 */
export type Handler = (request: Message) => Message | Promise<Message>;

/** An operation with `stream: 'request'`. */
export type RequestStreamHandler = (requests: AsyncIterable<Message>) => Message | Promise<Message>;

/** An operation with `stream: 'response'`. */
export type ResponseStreamHandler = (
  request: Message,
) => AsyncIterable<Message> | Iterable<Message>;

type StreamHandler = RequestStreamHandler | ResponseStreamHandler;

/** By the operation's name. */
export type Handlers = Readonly<Record<string, Handler | StreamHandler>>;

/** A workload that is ready to answer. */
export interface OpenedWorkload {
  readonly handlers: Handlers;
  /** Lets go of what it holds: files, connections. */
  stop(): Promise<void>;
}
