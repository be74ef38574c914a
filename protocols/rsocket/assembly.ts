import type { FrameView } from './frame-view.ts';
import { rsocketFlags } from './frames.ts';
import { GrowingBytes } from './growing-bytes.ts';

/**
 * Reassembles the fragments of a payload. Metadata comes before data; a fragment with metadata after one
 * with data violates the protocol.
 */
export class Assembly {
  readonly #maxBytes: number;
  readonly #metadata = new GrowingBytes();
  readonly #data = new GrowingBytes();
  #open = false;

  /** @param maxBytes maximum length of an assembled payload, metadata included. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether more fragments follow. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Copies what the frame carries. @returns what is wrong with it, or null. */
  add(frame: FrameView): string | null {
    const { bytes, metadataStart, metadataEnd, dataStart, dataEnd } = frame;
    if (metadataStart >= 0 && this.#data.length > 0) return 'metadata after data of one payload';
    if (metadataStart >= 0) this.#metadata.append(bytes, metadataStart, metadataEnd);
    this.#data.append(bytes, dataStart, dataEnd);
    this.#open = frame.has(rsocketFlags.follows);
    const isTooLong = this.#metadata.length + this.#data.length > this.#maxBytes;
    return isTooLong ? `a payload of more than ${this.#maxBytes} octets` : null;
  }

  /** @returns the assembled payload, and resets. */
  take(): { metadata: Buffer; data: Buffer } {
    this.#open = false;
    return { metadata: this.#metadata.take(), data: this.#data.take() };
  }

  /** Resets. */
  clear(): void {
    this.#open = false;
    this.#metadata.clear();
    this.#data.clear();
  }
}
