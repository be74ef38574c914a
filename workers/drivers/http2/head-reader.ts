import { HpackDecoder } from '../../../protocols/http2/hpack.ts';
import type { SeenExchange } from '../../seen-exchange.ts';
import { type ReplyHead, readHead } from './reply-head.ts';

interface Remembered {
  bytes: Buffer;
  /** State of the decoder's table for which `head` is valid. */
  generation: number;
  head: ReplyHead;
}

/** Longer blocks are not worth comparing. */
const longestRemembered = 512;

/**
 * Reads the header blocks of one connection. Services repeat the same few octets, which represent the same
 * fields while the dynamic table is unchanged: the last headers and trailers are remembered, and only
 * different ones are decoded.
 */
export class HeadReader {
  readonly #decoder = new HpackDecoder();
  #headers: Remembered | null = null;
  #trailers: Remembered | null = null;
  readonly #seen: SeenExchange | null;

  /** @param seen gets what the heads of answers say; those that repeat the last one say nothing new. */
  constructor(seen: SeenExchange | null = null) {
    this.#seen = seen;
  }

  /**
   * @param endStream whether the block ends its stream, as trailers do.
   * @throws HpackError
   */
  read(bytes: Buffer, start: number, end: number, endStream: boolean): ReplyHead {
    const known = endStream ? this.#trailers : this.#headers;
    if (known && this.#isSame(known, bytes, start, end)) return known.head;
    const before = this.#decoder.generation;
    const head = readHead(this.#decoder.decode(bytes, start, end));
    if (head.httpStatus !== null && head.httpStatus >= 200 && this.#seen?.wantsHead()) {
      this.#seen.head('2', head.fields);
    }
    // A block that changed the table has to change it again when repeated.
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
