import { WirebenchError } from '../../contracts/errors.ts';
import type { SingleRequest } from '../../workloads/single-requests.ts';
import type { Driver, Failure, ReplySource } from '../drivers/driver.ts';
import { nextOf, requestSource } from '../request-source.ts';
import { callOnce, connectOnce } from '../single-call.ts';

/** Duration of connecting, and of the call itself. */
export interface Took {
  readonly connectMs: number;
  readonly answerMs: number;
}

/** A failed call. */
export class FailedCall extends WirebenchError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('TARGET_UNREACHABLE', failure.message);
    this.failure = failure;
  }
}

/** Makes one call on its own connection. @throws FailedCall if it does not succeed. */
export async function callAlone(
  driver: Driver,
  { operation, request, stream }: Pick<SingleRequest, 'operation' | 'request' | 'stream'>,
  timeoutMs: number,
): Promise<{ size: number; reply: ReplySource | null; took: Took }> {
  const only = {
    operation,
    varies: false,
    request: () => request,
    ...(stream ? { stream: () => stream } : {}),
  };
  const refuse = (_what: string, failure: Failure) => new FailedCall(failure);
  const { prepared } = nextOf(requestSource(driver, only, { first: 0, step: 1 }));
  const connection = driver.open();
  try {
    const begun = performance.now();
    await connectOnce(connection, timeoutMs, refuse);
    const connectMs = performance.now() - begun;
    const called = await callOnce(connection, prepared, timeoutMs, refuse);
    const { size, reply, sentAt, answeredAt } = called;
    return { size, reply, took: { connectMs, answerMs: Number(answeredAt - sentAt) / 1e6 } };
  } finally {
    connection.close();
  }
}
