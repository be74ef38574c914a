import type { RequestNumber } from '../../../workloads/own-service/rows.ts';

/** Octets of memory for requests; as many again when they are used up. */
const slabBytes = 64 * 1024;
/** Fewer octets than these are not begun with. */
const minLeft = 1024;
/** Below this many octets a loop is faster than a call of `set`. */
const shortCopy = 32;

/**
 * What requests are written into, one behind the other, so that few pieces of memory serve many of them. What has
 * been written is not touched again.
 */
export class RequestBuffer {
  bytes = Buffer.allocUnsafeSlow(slabBytes);
  /** Where the request that is being written begins, and where its next octet belongs. */
  begun = 0;
  at = 0;
  #used = 0;

  /** Begins a request behind room for so many octets; one that was begun and not ended is forgotten. */
  begin(before: number): void {
    this.begun = this.#used;
    this.at = this.#used;
    this.reserve(before + minLeft);
    this.at += before;
  }

  /** Octets of the request so far, the room in front of it included. */
  get length(): number {
    return this.at - this.begun;
  }

  /** Makes room for so many octets from {@link at} on; the request may move for it to other {@link bytes}. */
  reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const written = this.length;
    const needed = written + length;
    const larger = Buffer.allocUnsafeSlow(needed + Math.min(needed, slabBytes) + slabBytes);
    larger.set(this.bytes.subarray(this.begun, this.at));
    this.bytes = larger;
    this.begun = 0;
    this.at = written;
    this.#used = 0;
  }

  copy(from: Uint8Array, start: number, length: number): void {
    this.reserve(length);
    const { bytes, at } = this;
    if (length > shortCopy) {
      bytes.set(length === from.length ? from : from.subarray(start, start + length), at);
    } else for (let i = 0; i < length; i++) bytes[at + i] = from[start + i] ?? 0;
    this.at = at + length;
  }

  all(octets: Uint8Array): void {
    this.copy(octets, 0, octets.length);
  }

  /** Writes a text that has an octet for each character. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.at++] = text.charCodeAt(i);
  }

  /** Makes room within the request, `length` octets behind `from` octets of it, or takes it away where negative. */
  shift(from: number, length: number): void {
    if (length === 0) return;
    if (length > 0) this.reserve(length);
    const start = this.begun + from;
    this.bytes.copyWithin(start + length, start, this.at);
    this.at += length;
  }

  end(): Buffer {
    this.#used = this.at;
    return this.bytes.subarray(this.begun, this.at);
  }
}

/** Writes a part of requests behind what is written already. */
export interface RequestPiece {
  append(of: RequestNumber, into: RequestBuffer): void;
}
