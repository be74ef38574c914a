import {
  frameHeaderBytes,
  http2Flags,
  http2FrameTypes,
  readUint31,
} from '../../../protocols/http2/frames.ts';
import { readUint24 } from '../../../protocols/octets.ts';

/** Receiver of the frames. Payload views are valid during the call only. */
export interface Http2FrameHandler {
  /** A part of a DATA frame's content, without padding. */
  onData(stream: number, bytes: Buffer, start: number, end: number): void;
  /** After the last part of a DATA frame: `flow` is its whole length, padding included, which counts against flow control. */
  onDataEnd(stream: number, flow: number, endStream: boolean): void;
  /** Any other frame, whole. */
  onFrame(
    type: number,
    frameFlags: number,
    stream: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void;
  /** The bytes are not HTTP/2; reading stops. */
  onMalformed(message: string): void;
}

/**
 * Splits a byte stream into HTTP/2 frames, however it is chunked. DATA is passed on as received; other
 * frames are short and passed on complete.
 */
export class Http2FrameReader {
  readonly #handler: Http2FrameHandler;
  readonly #maxFrame: number;
  /** Bytes of an incomplete frame (not DATA) or frame header. */
  #partial: Buffer | null = null;
  #failed = false;
  /** State of the DATA frame being read. */
  #inData = false;
  #dataStream = 0;
  #dataFlags = 0;
  #dataLength = 0;
  #content = 0;
  #padding = 0;
  #padLengthDue = false;

  constructor(handler: Http2FrameHandler, maxFrame: number) {
    this.#handler = handler;
    this.#maxFrame = maxFrame;
  }

  execute(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end && !this.#failed) {
      at = this.#inData ? this.#readData(bytes, at, end) : this.#readFrame(bytes, at, end);
    }
  }

  stop(): void {
    this.#failed = true;
  }

  #readFrame(bytes: Buffer, start: number, end: number): number {
    if (this.#partial === null) {
      const used = this.#tryFrame(bytes, start, end);
      if (used > 0 || this.#failed) return start + used;
      this.#partial = Buffer.from(bytes.subarray(start, end));
      return end;
    }
    return this.#continuePartial(this.#partial, bytes, start, end);
  }

  /** Adds exactly the bytes that the partial frame lacks, so that the following ones are read in place. */
  #continuePartial(partial: Buffer, bytes: Buffer, start: number, end: number): number {
    const wanted =
      partial.length < frameHeaderBytes
        ? frameHeaderBytes
        : frameHeaderBytes + readUint24(partial, 0);
    const stop = Math.min(end, start + wanted - partial.length);
    const joined = Buffer.concat([partial, bytes.subarray(start, stop)]);
    this.#partial = joined;
    if (this.#tryFrame(joined, 0, joined.length) > 0) this.#partial = null;
    return stop;
  }

  /** @returns the consumed bytes: a whole frame, the header of a DATA frame, or 0 if more are needed. */
  #tryFrame(bytes: Buffer, start: number, end: number): number {
    if (end - start < frameHeaderBytes) return 0;
    const length = readUint24(bytes, start);
    const type = bytes[start + 3] ?? 0;
    const frameFlags = bytes[start + 4] ?? 0;
    const stream = readUint31(bytes, start + 5);
    if (length > this.#maxFrame) {
      this.#malformed(`a frame of ${length} octets, more than the ${this.#maxFrame} allowed`);
      return 0;
    }
    if (type === http2FrameTypes.data) {
      this.#beginData(stream, frameFlags, length);
      return frameHeaderBytes;
    }
    const stop = start + frameHeaderBytes + length;
    if (stop > end) return 0;
    this.#handler.onFrame(type, frameFlags, stream, bytes, start + frameHeaderBytes, stop);
    return frameHeaderBytes + length;
  }

  #beginData(stream: number, frameFlags: number, length: number): void {
    this.#inData = true;
    this.#dataStream = stream;
    this.#dataFlags = frameFlags;
    this.#dataLength = length;
    this.#content = length;
    this.#padding = 0;
    this.#padLengthDue = (frameFlags & http2Flags.padded) !== 0;
    if (this.#padLengthDue && length === 0)
      this.#malformed('a padded DATA frame without a pad length');
    else if (length === 0) this.#endData();
  }

  #readData(bytes: Buffer, start: number, end: number): number {
    let at = start;
    if (this.#padLengthDue) {
      this.#padLengthDue = false;
      this.#padding = bytes[at] ?? 0;
      at++;
      this.#content -= 1 + this.#padding;
      if (this.#content < 0) {
        this.#malformed('a DATA frame with more padding than content');
        return end;
      }
    }
    const contentEnd = Math.min(end, at + this.#content);
    if (contentEnd > at) this.#handler.onData(this.#dataStream, bytes, at, contentEnd);
    this.#content -= contentEnd - at;
    if (this.#content > 0) return contentEnd;
    const paddingEnd = Math.min(end, contentEnd + this.#padding);
    this.#padding -= paddingEnd - contentEnd;
    if (this.#padding === 0) this.#endData();
    return paddingEnd;
  }

  #endData(): void {
    this.#inData = false;
    this.#handler.onDataEnd(
      this.#dataStream,
      this.#dataLength,
      (this.#dataFlags & http2Flags.endStream) !== 0,
    );
  }

  #malformed(message: string): void {
    this.#failed = true;
    this.#handler.onMalformed(message);
  }
}
