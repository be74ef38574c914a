/**
 * Unsigned LEB128 integers up to 2^53 − 1 in a growing byte array. Bit operators would truncate
 * numbers to 32 bits, hence the arithmetic.
 */
export function writeVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`expected a whole number from 0 to 2^53 - 1, not ${value}`);
  }
  while (value >= 0x80) {
    bytes.push((value % 0x80) + 0x80);
    value = Math.floor(value / 0x80);
  }
  bytes.push(value);
}

/** Reads numbers from bytes one after another; a read beyond the end throws a RangeError. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#offset];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    this.#offset += 1;
    return byte;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte % 0x80) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError('a number is larger than 2^53 - 1');
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  float64(): number {
    const value = this.#view.getFloat64(this.#offset, true);
    this.#offset += 8;
    return value;
  }
}
