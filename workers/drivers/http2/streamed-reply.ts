import { prefixBytes } from '../../../protocols/grpc/messages.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { KeptBody } from '../kept-body.ts';
import { GrpcHead, noResponse } from './grpc-head.ts';
import { GrpcPrefix, maxGrpcMessageBytes } from './grpc-prefix.ts';
import type { StreamReply } from './reply.ts';
import type { ReplyHead } from './reply-head.ts';
import { tooShort } from './unary-reply.ts';

const tooLong = protocolFailure('GRPC_LENGTH', 'The messages of the answer are too long together');

/** The answer to a gRPC call with any number of messages. Its content includes their prefixes. */
class StreamedReply implements StreamReply {
  #keep = false;
  readonly #head = new GrpcHead();
  readonly #prefix = new GrpcPrefix();
  /** Remaining octets of the current message. */
  #left = 0;
  #size = 0;
  readonly #kept = new KeptBody();

  reset(keep: boolean): void {
    this.#keep = keep;
    this.#head.reset();
    this.#prefix.reset();
    this.#left = 0;
    this.#size = 0;
    this.#kept.clear();
  }

  get size(): number {
    return this.#size;
  }

  get content(): Buffer {
    return this.#kept.content;
  }

  clear(): void {
    this.#kept.clear();
  }

  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    return this.#head.take(head, endStream);
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    if (!this.#head.begun) return noResponse;
    const full = this.#keep ? this.#kept.add(bytes, start, end) : null;
    if (full) return full;
    for (let at = start; at < end; ) {
      if (this.#left > 0) {
        at += this.#takeMessage(end - at);
        continue;
      }
      const failure = this.#prefix.take(bytes[at++] ?? 0);
      if (failure) return failure;
      if (this.#prefix.read === prefixBytes) this.#beginMessage();
    }
    return this.#size > maxGrpcMessageBytes ? tooLong : null;
  }

  #beginMessage(): void {
    this.#left = this.#prefix.length;
    this.#prefix.reset();
  }

  /** @returns how many of these octets belong to the current message. */
  #takeMessage(octets: number): number {
    const taken = Math.min(this.#left, octets);
    this.#left -= taken;
    this.#size += taken;
    return taken;
  }

  conclude(): Failure | null {
    return this.#head.conclude() ?? (this.#left > 0 || this.#prefix.read > 0 ? tooShort : null);
  }
}

export const newStreamedReply = (): StreamReply => new StreamedReply();
