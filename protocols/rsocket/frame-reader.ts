import { readUint24 } from '../octets.ts';
import { FrameView, readFrame } from './frame-view.ts';
import { lengthBytes } from './frames.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** Who gets the frames. A view is valid during the call only. */
export interface RsocketFrameHandler {
  onFrame(frame: FrameView): void;
  /** The octets are no RSocket; nothing more is read. */
  onMalformed(message: string): void;
}

/** Cuts a byte stream into frames, wherever it is split. Only what did not arrive whole is copied. */
export class RsocketFrameReader {
  readonly #handler: RsocketFrameHandler;
  readonly #view = new FrameView();
  /** A frame with its length prefix, as far as it has come. */
  readonly #partial = new GrowingBytes();
  #stopped = false;

  constructor(handler: RsocketFrameHandler) {
    this.#handler = handler;
  }

  /** Octets of a frame that has not come whole. */
  get pending(): number {
    return this.#partial.length;
  }

  /** Takes `bytes[start..end)`; they are not kept. */
  execute(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end && !this.#stopped) {
      at = this.#partial.length > 0 ? this.#continue(bytes, at, end) : this.#begin(bytes, at, end);
    }
  }

  /** Reads nothing more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Reads nothing more, and keeps nothing of what came. */
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

  /** Adds just as many octets as the frame lacks, so that what follows is read in place. */
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
