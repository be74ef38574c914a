import { prefixBytes } from '../../../protocols/grpc/messages.ts';
import { copied, concatenated } from '../../../protocols/octets.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { GrpcHead, noResponse } from './grpc-head.ts';
import { GrpcPrefix } from './grpc-prefix.ts';
import type { StreamReply } from './reply.ts';
import type { ReplyHead } from './reply-head.ts';

const tooLong = protocolFailure(
  'GRPC_LENGTH',
  'The answer is longer than its length prefix says, or has a second message',
);
export const tooShort = protocolFailure(
  'GRPC_LENGTH',
  'The answer ended before its message was complete',
);

/** The answer to one unary gRPC call: one message, and a status. */
class UnaryReply implements StreamReply {
  #keep = false;
  readonly #head = new GrpcHead();
  readonly #prefix = new GrpcPrefix();
  #received = 0;
  #kept: Buffer[] = [];

  reset(keep: boolean): void {
    this.#keep = keep;
    this.#head.reset();
    this.#prefix.reset();
    this.#received = 0;
    if (this.#kept.length > 0) this.#kept = [];
  }

  /** Octets of the message, without its prefix. */
  get size(): number {
    return this.#received;
  }

  get content(): Buffer {
    return concatenated(this.#kept);
  }

  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    return this.#head.take(head, endStream);
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    if (!this.#head.begun) return noResponse;
    let at = start;
    while (this.#prefix.read < prefixBytes && at < end) {
      const failure = this.#prefix.take(bytes[at++] ?? 0);
      if (failure) return failure;
    }
    if (at === end) return null;
    this.#received += end - at;
    if (this.#received > this.#prefix.length) return tooLong;
    if (this.#keep) this.#kept.push(copied(bytes, at, end));
    return null;
  }

  conclude(): Failure | null {
    const failure = this.#head.conclude();
    if (failure) return failure;
    const { read, length } = this.#prefix;
    return read < prefixBytes || this.#received !== length ? tooShort : null;
  }
}

export const newUnaryReply = (): StreamReply => new UnaryReply();
