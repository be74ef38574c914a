import { grpcStatusNames } from '../../../protocols/grpc/status.ts';
import type { Message } from '../../../workloads/description.ts';
import type { Failure } from '../driver.ts';
import type { NewReply, StreamReply } from '../http2/reply.ts';
import type { ReplyHead } from '../http2/reply-head.ts';
import { checkedAnswer } from './answer.ts';

/** gRPC calls for which a check requires a code other than OK: only that code is a success. */

/**
 * The outcome of a call with a required code.
 * @param failure of the call itself; null if answered with OK.
 * @param code above 0.
 */
export function unwantedCode(failure: Failure | null, code: number): Failure | null {
  const wanted = grpcStatusNames[code] ?? `STATUS_${code}`;
  if (failure === null) {
    return { kind: 'status', code: 'OK', message: `gRPC OK instead of ${wanted}` };
  }
  return failure.kind === 'status' && failure.code === wanted ? null : failure;
}

/** A refusal in the form for checks. */
export const refusedAnswer = (code: number): Message =>
  checkedAnswer(
    code,
    () => [],
    () => '',
    () => Buffer.alloc(0),
  );

/** Collects the answers to such calls. */
export const newRefusedReply =
  (newReply: NewReply, code: number): NewReply =>
  () =>
    new RefusedReply(newReply(), code);

class RefusedReply implements StreamReply {
  readonly #reply: StreamReply;
  readonly #code: number;

  constructor(reply: StreamReply, code: number) {
    this.#reply = reply;
    this.#code = code;
  }

  get size(): number {
    return this.#reply.size;
  }

  get content(): Buffer {
    return this.#reply.content;
  }

  reset(keep: boolean): void {
    this.#reply.reset(keep);
  }

  clear(): void {
    this.#reply.clear();
  }

  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    return this.#reply.takeHead(head, endStream);
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    return this.#reply.takeData(bytes, start, end);
  }

  conclude(): Failure | null {
    return unwantedCode(this.#reply.conclude(), this.#code);
  }
}
