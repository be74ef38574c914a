import { HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { type ReplyHead, readHead } from './reply-head.ts';

interface Remembered {
  bytes: Buffer;
  /** State of the decoder's table for which `head` is right. */
  generation: number;
  head: ReplyHead;
}

/** Longer blocks are not worth comparing. */
const longestRemembered = 512;

/**
 * Reads the header blocks of one connection. Services answer with the same few octets again and
 * again, which stand for the same fields as long as the dynamic table is the same: the last
 * headers and the last trailers are remembered, and only what differs is decoded.
 */
export class HeadReader {
  readonly #decoder = new HpackDecoder();
  #headers: Remembered | null = null;
  #trailers: Remembered | null = null;

  /**
   * @param endStream whether the block ends its stream, as trailers do.
   * @throws HpackError
   */
  read(bytes: Buffer, start: number, end: number, endStream: boolean): ReplyHead {
    const known = endStream ? this.#trailers : this.#headers;
    if (known && this.#isSame(known, bytes, start, end)) return known.head;
    const before = this.#decoder.generation;
    const head = readHead(this.#decoder.decode(bytes, start, end));
    // A block that changed the table has to change it again when it comes again.
    if (this.#decoder.generation === before && end - start <= longestRemembered)
      this.#remember(Buffer.from(bytes.subarray(start, end)), head, endStream);
    return head;
  }

  #isSame(known: Remembered, bytes: Buffer, start: number, end: number): boolean {
    const { length } = known.bytes;
    if (length !== end - start || known.generation !== this.#decoder.generation) return false;
    for (let at = 0; at < length; at++) {
      if (known.bytes[at] !== bytes[start + at]) return false;
    }
    return true;
  }

  #remember(bytes: Buffer, head: ReplyHead, endStream: boolean): void {
    const remembered = { bytes, head, generation: this.#decoder.generation };
    if (endStream) this.#trailers = remembered;
    else this.#headers = remembered;
  }
}
