import type { Writable } from 'node:stream';
import { frameHeaderBytes } from '../../protocols/http2/frames.ts';
import type { AnswerForm } from './http2-answers.ts';

const capacity = 64 * 1024;
/** Offset of the stream number in a frame header. */
const streamAt = 5;

/**
 * Collects the answers to one read, so that one write sends them. One for all connections of a process: it
 * is flushed before the next connection is read.
 */
export class Outbox {
  #bytes = Buffer.allocUnsafeSlow(capacity);
  #used = 0;
  /** Whether the last write was deferred: always with TLS, and with a full socket. */
  #isLate = true;

  /** @returns whether an answer of this many octets fits at all. */
  fits({ head, end }: AnswerForm, length: number): boolean {
    return head.length + length + end.length <= capacity;
  }

  /** Adds a whole answer: headers, `source[from..end)` as one DATA frame, trailers if the form has any. */
  addAnswer(
    to: Writable,
    form: AnswerForm,
    stream: number,
    source: Buffer,
    from: number,
    end: number,
  ): void {
    const length = end - from;
    const whole = form.head.length + length + form.end.length;
    if (this.#used + whole > capacity) this.flush(to);
    const bytes = this.#bytes;
    const at = this.#used;
    this.#used = at + whole;
    bytes.set(form.head, at);
    writeUint32(bytes, at + streamAt, stream);
    const message = at + form.head.length;
    const data = message - frameHeaderBytes;
    bytes[data] = length >>> 16;
    bytes[data + 1] = length >>> 8;
    bytes[data + 2] = length;
    writeUint32(bytes, data + streamAt, stream);
    source.copy(bytes, message, from, end);
    if (form.end.length === 0) return;
    bytes.set(form.end, message + length);
    writeUint32(bytes, message + length + streamAt, stream);
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
    // A deferred write still reads these octets.
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
