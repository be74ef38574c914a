import type { Message } from '../workloads/description.ts';
import type { Handler, Handlers, RequestStreamHandler } from './workloads/handlers.ts';

/** What becomes of a request. */
export interface Outcome {
  answered(answer: Message): void;
  refused(error: unknown): void;
}

/**
 * Calls a handler and tells what comes of it, at once where the handler does not wait.
 * @param read makes the request; what it throws is a refusal too.
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

/** The same of a handler that takes its messages as they come; what reading them throws is a refusal. */
export function callStreamHandler(
  handle: RequestStreamHandler,
  requests: AsyncIterable<Message>,
  outcome: Outcome,
): void {
  // Within a promise, so that a handler that throws at once refuses as others do.
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
  // Which form a handler has is settled by the description's `stream`.
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
