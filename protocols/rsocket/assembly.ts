import type { FrameView } from './frame-view.ts';
import { rsocketFlags } from './frames.ts';
import { GrowingBytes } from './growing-bytes.ts';

/**
 * Puts the fragments of a payload together. Metadata comes before data; a fragment with metadata
 * after one with data is against the protocol.
 */
export class Assembly {
  readonly #maxBytes: number;
  readonly #metadata = new GrowingBytes();
  readonly #data = new GrowingBytes();
  #open = false;

  /** @param maxBytes the longest payload that is put together, metadata included. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether more fragments are to come. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Copies what the frame carries. @returns what is wrong with it, or null. */
  add(frame: FrameView): string | null {
    const { bytes, metadataStart, metadataEnd, dataStart, dataEnd } = frame;
    if (metadataStart >= 0 && this.#data.length > 0) return 'metadata behind data of one payload';
    if (metadataStart >= 0) this.#metadata.append(bytes, metadataStart, metadataEnd);
    this.#data.append(bytes, dataStart, dataEnd);
    this.#open = frame.has(rsocketFlags.follows);
    const isTooLong = this.#metadata.length + this.#data.length > this.#maxBytes;
    return isTooLong ? `a payload of more than ${this.#maxBytes} octets` : null;
  }

  /** @returns what was put together, and begins anew. */
  take(): { metadata: Buffer; data: Buffer } {
    this.#open = false;
    return { metadata: this.#metadata.take(), data: this.#data.take() };
  }

  /** Begins anew. */
  clear(): void {
    this.#open = false;
    this.#metadata.clear();
    this.#data.clear();
  }
}
