import { readUint24 } from '../octets.ts';
import type { FrameView } from './frame-view.ts';
import { readUint32, rsocketFlags } from './frames.ts';

/** Parameters in a client's first frame. */
export interface Setup {
  readonly major: number;
  readonly minor: number;
  /** Milliseconds between its KEEPALIVEs. */
  readonly keepaliveMs: number;
  /** Milliseconds without a KEEPALIVE after which it considers the other side dead. */
  readonly lifetimeMs: number;
  readonly metadataMime: string;
  readonly dataMime: string;
}

/** Reads octets sequentially; a position beyond the end marks everything as invalid. */
class Cursor {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get isBeyond(): boolean {
    return this.#at > this.#end;
  }

  /** @returns the start of the next `count` octets. */
  skip(count: number): number {
    const from = this.#at;
    this.#at += count;
    return from;
  }

  uint16(): number {
    const at = this.skip(2);
    return at + 2 <= this.#end ? this.#bytes.readUInt16BE(at) : 0;
  }

  uint24(): number {
    const at = this.skip(3);
    return at + 3 <= this.#end ? readUint24(this.#bytes, at) : 0;
  }

  uint32(): number {
    const at = this.skip(4);
    return at + 4 <= this.#end ? readUint32(this.#bytes, at) : 0;
  }

  /** A text after one octet of length. */
  text(): string {
    const length = this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : 0;
    const from = this.skip(1 + length) + 1;
    return this.isBeyond ? '' : this.#bytes.toString('latin1', from, from + length);
  }
}

/** @returns the content of a SETUP frame, or what is wrong with it. */
export function readSetup(frame: FrameView): Setup | string {
  const cursor = new Cursor(frame.bytes, frame.dataStart, frame.dataEnd);
  const [major, minor] = [cursor.uint16(), cursor.uint16()];
  const [keepaliveMs, lifetimeMs] = [cursor.uint32(), cursor.uint32()];
  if (frame.has(rsocketFlags.resume)) cursor.skip(cursor.uint16());
  const [metadataMime, dataMime] = [cursor.text(), cursor.text()];
  if (frame.has(rsocketFlags.metadata)) cursor.skip(cursor.uint24());
  if (cursor.isBeyond) return 'a SETUP that ends too early';
  const isTime = (ms: number) => ms > 0 && ms <= 0x7fff_ffff;
  if (!isTime(keepaliveMs) || !isTime(lifetimeMs)) {
    return 'a SETUP whose keepalive times are not between 1 and 2^31-1 ms';
  }
  return { major, minor, keepaliveMs, lifetimeMs, metadataMime, dataMime };
}
