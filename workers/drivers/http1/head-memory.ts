import type { SeenExchange } from '../../seen-exchange.ts';
import type { Head } from './head.ts';

/** Longer heads are parsed every time: comparing them saves less than remembering them costs. */
const maxLength = 1024;

/**
 * The last parsed head. Services repeat their heads except for the date, so most are octet by octet equal to
 * the previous one and need no parsing: the connections of one driver share a memory.
 */
export class HeadMemory {
  readonly #octets = Buffer.allocUnsafeSlow(maxLength);
  #length = 0;
  #head: Head | null = null;
  readonly #seen: SeenExchange | null;

  /** @param seen gets what the heads say; those that repeat the last one say nothing new. */
  constructor(seen: SeenExchange | null = null) {
    this.#seen = seen;
  }

  /** Octets of the head found by {@link find}, including the empty line. */
  get length(): number {
    return this.#length;
  }

  /** @returns the remembered head if `bytes[start..end)` begins with it. */
  find(bytes: Buffer, start: number, end: number): Head | null {
    const length = this.#length;
    if (end - start < length) return null;
    return bytes.compare(this.#octets, 0, length, start, start + length) === 0 ? this.#head : null;
  }

  /** Replaces the remembered head. `bytes[start..end)` is the whole of `head`, which must be valid. */
  remember(bytes: Buffer, start: number, end: number, head: Head): void {
    if (this.#seen?.wantsHead()) this.#seen.headText(bytes.toString('latin1', start, end - 4));
    if (end - start > maxLength) return;
    bytes.copy(this.#octets, 0, start, end);
    this.#length = end - start;
    this.#head = head;
  }
}
