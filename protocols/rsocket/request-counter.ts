import { readUint24 } from '../octets.ts';
import { isRequest, lengthBytes } from './frames.ts';

/** Length of a frame, its stream, and the first octet of its type. */
const headBytes = lengthBytes + 5;

/**
 * Counts the requests in a stream of RSocket frames over TCP, however it is chunked; looks at frame heads
 * only, and keeps only the head of the current frame.
 */
export class RequestCounter {
  readonly #found: () => void;
  readonly #head = Buffer.alloc(headBytes);
  #filled = 0;
  /** Remaining octets of the current frame, once its head is complete. */
  #left = 0;

  constructor(found: () => void) {
    this.#found = found;
  }

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      at += this.#left > 0 ? this.#skip(chunk.length - at) : this.#fill(chunk, at);
    }
  }

  #skip(available: number): number {
    const skipped = Math.min(this.#left, available);
    this.#left -= skipped;
    return skipped;
  }

  #fill(chunk: Buffer, at: number): number {
    const wanted = Math.min(headBytes, lengthBytes + this.#length());
    const copied = chunk.copy(this.#head, this.#filled, at, at + wanted - this.#filled);
    this.#filled += copied;
    if (this.#filled < lengthBytes) return copied;
    const whole = lengthBytes + this.#length();
    if (this.#filled < Math.min(headBytes, whole)) return copied;
    if (whole >= headBytes && isRequest((this.#head[headBytes - 1] ?? 0) >> 2)) this.#found();
    this.#left = whole - this.#filled;
    this.#filled = 0;
    this.#head.fill(0);
    return copied;
  }

  /** Length of the current frame; until known, that of a head, so that the head gets read. */
  #length(): number {
    return this.#filled < lengthBytes ? 0 : readUint24(this.#head, 0);
  }
}
