import type { WirebenchError } from '../contracts/errors.ts';
import type { Connection, Failure, PreparedRequest, ReplySource } from './drivers/driver.ts';

/** Outcome of a single call, with its time on the clock of `process.hrtime.bigint()`. */
export interface CallOutcome {
  readonly sentAt: bigint;
  readonly answeredAt: bigint;
  readonly size: number;
  readonly reply: ReplySource | null;
}

/** Creates the error of a failure: the attempted action, and the reason. */
export type FailureError = (what: string, failure: Failure) => WirebenchError;

/** Connects with a timeout. @throws the result of `errorOf` for a failure */
export async function connectOnce(
  connection: Connection,
  timeoutMs: number,
  errorOf: FailureError,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Failure | null>();
  const timer = setTimeout(() => resolve(tooLate(timeoutMs)), timeoutMs);
  connection.connect(resolve);
  const failure = await promise;
  clearTimeout(timer);
  if (failure) throw errorOf('The driver did not connect', failure);
}

/** Sends one request and waits for its answer. @throws the result of `errorOf` for a failure */
export async function callOnce(
  connection: Connection,
  prepared: PreparedRequest,
  timeoutMs: number,
  errorOf: FailureError,
): Promise<CallOutcome> {
  const { promise, resolve } = Promise.withResolvers<CallOutcome | Failure>();
  const timer = setTimeout(() => resolve(tooLate(timeoutMs)), timeoutMs);
  const sentAt = process.hrtime.bigint();
  const sink = {
    succeeded: (size: number, reply: ReplySource | null) =>
      resolve({ sentAt, answeredAt: process.hrtime.bigint(), size, reply }),
    failed: resolve,
  };
  connection.send(prepared, sink, true);
  const outcome = await promise;
  clearTimeout(timer);
  if ('kind' in outcome) throw errorOf('A call did not succeed', outcome);
  return outcome;
}

function tooLate(timeoutMs: number): Failure {
  return { kind: 'timeout', code: 'TIMEOUT', message: `no answer within ${timeoutMs} ms` };
}
