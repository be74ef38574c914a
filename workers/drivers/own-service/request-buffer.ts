import type { RequestNumber } from '../../../workloads/own-service/rows.ts';

/** Size of a memory block for requests; another is allocated when it is used up. */
const slabBytes = 64 * 1024;
/** Minimum remaining octets for starting a request. */
const minLeft = 1024;
/** Below this many octets a loop is faster than a call of `set`. */
const shortCopy = 32;

/**
 * Buffer for consecutive requests, so that few memory blocks serve many of them. Written octets are not
 * changed again.
 */
export class RequestBuffer {
  bytes = Buffer.allocUnsafeSlow(slabBytes);
  /** Start of the current request, and position of its next octet. */
  begun = 0;
  at = 0;
  #used = 0;

  /** Starts a request after this much reserved space; an unfinished one is discarded. */
  begin(before: number): void {
    this.begun = this.#used;
    this.at = this.#used;
    this.reserve(before + minLeft);
    this.at += before;
  }

  /** Octets of the request so far, including the reserved space. */
  get length(): number {
    return this.at - this.begun;
  }

  /** Ensures space for this many octets from {@link at}; the request may move to other {@link bytes}. */
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

  /** Writes a text of one octet per character. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.at++] = text.charCodeAt(i);
  }

  /** Inserts `length` octets of space after the first `from` octets of the request, or removes it if negative. */
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

/** Appends a part of a request. */
export interface RequestPiece {
  append(of: RequestNumber, into: RequestBuffer): void;
}
