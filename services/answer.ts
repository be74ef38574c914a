import type { Message } from '../workloads/description.ts';
import type { Handler, Handlers, RequestStreamHandler } from './workloads/handlers.ts';

/** Outcome of a request. */
export interface Outcome {
  answered(answer: Message): void;
  refused(error: unknown): void;
}

/**
 * Calls a handler and reports its outcome, synchronously if the handler does not wait.
 * @param read creates the request; if it throws, that is a refusal too.
 */
export function callHandler(handle: Handler, read: () => Message, outcome: Outcome): void {
  let answer: Message | Promise<Message>;
  try {
    answer = handle(read());
  } catch (error) {
    outcome.refused(error);
    return;
  }
  if (answer instanceof Promise) {
    answer.then(
      (value) => outcome.answered(value),
      (error: unknown) => outcome.refused(error),
    );
  } else outcome.answered(answer);
}

/** The same for a handler that reads its messages as they arrive; an error while reading them is a refusal. */
export function callStreamHandler(
  handle: RequestStreamHandler,
  requests: AsyncIterable<Message>,
  outcome: Outcome,
): void {
  // Inside a promise, so that a handler that throws synchronously refuses like others.
  Promise.resolve()
    .then(() => handle(requests))
    .then(
      (value) => outcome.answered(value),
      (error: unknown) => outcome.refused(error),
    );
}

/**
 * The handler of an operation with one message each way.
 * @throws TypeError when the workload has none.
 */
export function unaryHandlerOf(handlers: Handlers, operation: string): Handler {
  // The form of a handler follows from the description's `stream`.
  return handlerOf(handlers, operation) as Handler;
}

/**
 * The handler of an operation with a stream of requests.
 * @throws TypeError when the workload has none.
 */
export function streamHandlerOf(handlers: Handlers, operation: string): RequestStreamHandler {
  return handlerOf(handlers, operation) as RequestStreamHandler;
}

function handlerOf(handlers: Handlers, operation: string): Handlers[string] {
  const handler = handlers[operation];
  if (!handler) throw new TypeError(`the workload has no handler for ${operation}`);
  return handler;
}
