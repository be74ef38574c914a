/** A range of the bytes of one direction of a connection, as they went over the wire. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Place {
  /** Where it begins in the stretch. */
  readonly at: number;
  /** Where it begins on the wire. */
  readonly wire: number;
  readonly length: number;
}

/**
 * Bytes that belong together without lying together, such as what the records of TLS carry, or the
 * frames of a stream: they can be read as one, and each is found on the wire again.
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

  /** Adds bytes that lie on the wire from `wire` on. */
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

  /** Where the bytes `from` to `to` lie on the wire. */
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

  /** Index of the place that holds a byte. */
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
