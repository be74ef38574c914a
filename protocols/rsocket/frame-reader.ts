import { readUint24 } from '../octets.ts';
import { FrameView, readFrame } from './frame-view.ts';
import { lengthBytes } from './frames.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** Receiver of the frames. A view is valid during the call only. */
export interface RsocketFrameHandler {
  onFrame(frame: FrameView): void;
  /** The octets are not RSocket; reading stops. */
  onMalformed(message: string): void;
}

/** Splits a byte stream into frames, however it is chunked. Copies only incomplete frames. */
export class RsocketFrameReader {
  readonly #handler: RsocketFrameHandler;
  readonly #view = new FrameView();
  /** A frame with its length prefix, as far as received. */
  readonly #partial = new GrowingBytes();
  #stopped = false;

  constructor(handler: RsocketFrameHandler) {
    this.#handler = handler;
  }

  /** Octets of an incomplete frame. */
  get pending(): number {
    return this.#partial.length;
  }

  /** Reads `bytes[start..end)`, which are not kept. */
  execute(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end && !this.#stopped) {
      at = this.#partial.length > 0 ? this.#continue(bytes, at, end) : this.#begin(bytes, at, end);
    }
  }

  /** Stops reading. */
  stop(): void {
    this.#stopped = true;
  }

  /** Stops reading and releases the received octets. */
  drop(): void {
    this.stop();
    this.#partial.clear();
  }

  #begin(bytes: Buffer, at: number, end: number): number {
    const from = at + lengthBytes;
    const to = from <= end ? from + readUint24(bytes, at) : Number.POSITIVE_INFINITY;
    if (to > end) {
      this.#partial.append(bytes, at, end);
      return end;
    }
    this.#frame(bytes, from, to);
    return to;
  }

  /** Adds exactly the octets that the frame lacks, so that the following ones are read in place. */
  #continue(bytes: Buffer, start: number, end: number): number {
    const lacking = Math.max(0, lengthBytes - this.#partial.length);
    const prefixEnd = Math.min(end, start + lacking);
    this.#partial.append(bytes, start, prefixEnd);
    if (this.#partial.length < lengthBytes) return prefixEnd;
    const whole = lengthBytes + readUint24(this.#partial.view, 0);
    const stop = Math.min(end, prefixEnd + whole - this.#partial.length);
    this.#partial.append(bytes, prefixEnd, stop);
    if (this.#partial.length === whole) {
      const frame = this.#partial.view;
      this.#partial.clear();
      this.#frame(frame, lengthBytes, whole);
    }
    return stop;
  }

  #frame(bytes: Buffer, from: number, to: number): void {
    const problem = readFrame(bytes, from, to, this.#view);
    if (problem === null) {
      this.#handler.onFrame(this.#view);
      return;
    }
    this.#stopped = true;
    this.#handler.onMalformed(problem);
  }
}
