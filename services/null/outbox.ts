import type { Writable } from 'node:stream';
import { answerEnd, answerHead, headerLength } from './http2-frames.ts';

const capacity = 64 * 1024;
const overhead = answerHead.length + answerEnd.length;
/** Where the stream identifiers and the message's length stand in the head. */
const headersStreamAt = 5;
const dataAt = answerHead.length - headerLength;

/**
 * Collects the answers to what one read brought, so that one write sends them. One for all
 * connections of a process: it is emptied before the next connection is read.
 */
export class Outbox {
  #bytes = Buffer.allocUnsafeSlow(capacity);
  #used = 0;
  /** Whether the last write was not taken at once: TLS never does that, a full socket does not. */
  #isLate = true;

  /** @returns whether an answer of so many octets can be added at all. */
  fits(length: number): boolean {
    return overhead + length <= capacity;
  }

  /** Adds a whole answer: headers, `source[from..to)` as one DATA frame, trailers. */
  addAnswer(to: Writable, stream: number, source: Buffer, from: number, end: number): void {
    const length = end - from;
    if (this.#used + overhead + length > capacity) this.flush(to);
    const bytes = this.#bytes;
    const at = this.#used;
    bytes.set(answerHead, at);
    writeUint32(bytes, at + headersStreamAt, stream);
    bytes[at + dataAt] = length >>> 16;
    bytes[at + dataAt + 1] = length >>> 8;
    bytes[at + dataAt + 2] = length;
    writeUint32(bytes, at + dataAt + 5, stream);
    source.copy(bytes, at + answerHead.length, from, end);
    const trailers = at + answerHead.length + length;
    bytes.set(answerEnd, trailers);
    writeUint32(bytes, trailers + 5, stream);
    this.#used = trailers + answerEnd.length;
  }

  /** Adds a few octets of any other kind. */
  add(to: Writable, frame: Buffer): void {
    if (this.#used + frame.length > capacity) this.flush(to);
    this.#used += frame.copy(this.#bytes, this.#used);
  }

  flush(to: Writable): void {
    if (this.#used === 0) return;
    const frames = this.#bytes.subarray(0, this.#used);
    this.#used = 0;
    to.write(this.#isLate ? Buffer.from(frames) : frames);
    const late = to.writableLength > 0;
    // What was not taken at once is still read from these octets.
    if (late && !this.#isLate) this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#isLate = late;
  }
}

function writeUint32(into: Buffer, at: number, value: number): void {
  into[at] = value >>> 24;
  into[at + 1] = value >>> 16;
  into[at + 2] = value >>> 8;
  into[at + 3] = value;
}
