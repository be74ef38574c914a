/** A range of the bytes of one direction of a connection, as they went over the wire. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Place {
  /** Start within the stretch. */
  readonly at: number;
  /** Start on the wire. */
  readonly wire: number;
  readonly length: number;
}

/**
 * Bytes that belong together but are not contiguous, such as the content of TLS records or of a stream's
 * frames: they can be read as one, and each can be mapped to the wire.
 */
export class ByteStretch {
  readonly #pieces: Buffer[] = [];
  readonly #places: Place[] = [];
  #length = 0;
  #joined: Buffer | null = null;

  get length(): number {
    return this.#length;
  }

  /** All bytes, one after the other. */
  get bytes(): Buffer {
    this.#joined ??= this.#pieces.length === 1 ? this.#only() : Buffer.concat(this.#pieces);
    return this.#joined;
  }

  /** Appends bytes at `wire` on the wire. */
  append(bytes: Buffer, wire: number): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#places.push({ at: this.#length, wire, length: bytes.length });
    this.#length += bytes.length;
    this.#joined = null;
  }

  /** Adds a part of another stretch. */
  take(other: ByteStretch, from: number, to: number): void {
    let at = from;
    for (const range of other.ranges(from, to)) {
      const length = range.to - range.from;
      this.append(other.bytes.subarray(at, at + length), range.from);
      at += length;
    }
  }

  /** Locations of the bytes [from, to) on the wire. */
  ranges(from: number, to: number): Range[] {
    const found: Range[] = [];
    for (let index = this.#placeOf(from); index < this.#places.length; index++) {
      const place = this.#places[index];
      if (!place || place.at >= to) break;
      const start = Math.max(from, place.at);
      const end = Math.min(to, place.at + place.length);
      if (start < end)
        found.push({ from: place.wire + start - place.at, to: place.wire + end - place.at });
    }
    return found;
  }

  /** Index of the piece that contains a byte. */
  #placeOf(at: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const place = this.#places[middle];
      if (place && place.at + place.length <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #only(): Buffer {
    return this.#pieces[0] ?? Buffer.alloc(0);
  }
}
