import { frameHeaderBytes, http2Flags } from '../../../protocols/http2/frames.ts';

const maxBlockBytes = 256 * 1024;

/** Receives a whole block, `bytes[start..end)`; returns what is wrong with it, or null. */
export type BlockHandler = (
  stream: number,
  bytes: Buffer,
  start: number,
  end: number,
  endStream: boolean,
) => string | null;

/** Assembles a header block from its HEADERS frame and CONTINUATIONs (RFC 9113, 6.2 and 6.10). */
export class HeaderBlock {
  readonly #onBlock: BlockHandler;
  #stream = 0;
  #endStream = false;
  #parts: Buffer[] = [];
  #length = 0;

  /** @param onBlock receives complete blocks; its result is returned as the problem of the last frame. */
  constructor(onBlock: BlockHandler) {
    this.#onBlock = onBlock;
  }

  get expectsContinuation(): boolean {
    return this.#stream !== 0;
  }

  /** Processes the payload of a HEADERS frame. @returns what is wrong, or null. */
  begin(
    stream: number,
    frameFlags: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): string | null {
    let from = start;
    let padding = 0;
    if (frameFlags & http2Flags.padded) padding = bytes[from++] ?? 0;
    if (frameFlags & http2Flags.priority) from += 5;
    const to = end - padding;
    if (from > to) return 'a HEADERS frame with more padding than content';
    const endStream = (frameFlags & http2Flags.endStream) !== 0;
    if (frameFlags & http2Flags.endHeaders)
      return this.#onBlock(stream, bytes, from, to, endStream);
    this.#stream = stream;
    this.#endStream = endStream;
    this.#parts = [Buffer.from(bytes.subarray(from, to))];
    this.#length = to - from;
    return null;
  }

  /** Processes the payload of a CONTINUATION frame. @returns what is wrong, or null. */
  continue(
    stream: number,
    frameFlags: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): string | null {
    if (stream !== this.#stream || stream === 0) return 'an unexpected CONTINUATION';
    this.#parts.push(Buffer.from(bytes.subarray(start, end)));
    // Frame headers count too; otherwise empty frames could continue forever.
    this.#length += frameHeaderBytes + end - start;
    if (this.#length > maxBlockBytes) return 'a header block that does not end';
    if (!(frameFlags & http2Flags.endHeaders)) return null;
    const block = Buffer.concat(this.#parts);
    this.#stream = 0;
    this.#parts = [];
    return this.#onBlock(stream, block, 0, block.length, this.#endStream);
  }
}
