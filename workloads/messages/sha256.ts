const roots = (power: number, count: number): Uint32Array => {
  const words = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
      if (candidate % divisor === 0) prime = false;
    }
    if (!prime) continue;
    const root = candidate ** power;
    words[found++] = (root - Math.floor(root)) * 2 ** 32;
  }
  return words;
};

const constants = Int32Array.from(roots(1 / 3, 64));
const start = Int32Array.from(roots(1 / 2, 8));
const blockBytes = 64;

/** SHA-256 (FIPS 180-4) of bytes in parts, without a library, because judges of answers use it. */
export class Sha256 {
  readonly #state = Int32Array.from(start);
  readonly #schedule = new Int32Array(64);
  readonly #block = new Uint8Array(blockBytes);
  #filled = 0;
  #bytes = 0;

  update(part: Uint8Array): this {
    this.#bytes += part.length;
    let at = 0;
    while (at < part.length) {
      if (this.#filled === 0 && part.length - at >= blockBytes) {
        this.#compress(part, at);
        at += blockBytes;
        continue;
      }
      const taken = Math.min(blockBytes - this.#filled, part.length - at);
      this.#block.set(part.subarray(at, at + taken), this.#filled);
      this.#filled = (this.#filled + taken) % blockBytes;
      at += taken;
      if (this.#filled === 0) this.#compress(this.#block, 0);
    }
    return this;
  }

  /** @returns 64 hexadecimal digits. Nothing can be added afterwards. */
  digest(): string {
    const bits = this.#bytes * 8;
    this.update(Uint8Array.of(0x80));
    while (this.#filled !== blockBytes - 8) this.update(Uint8Array.of(0));
    const length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, Math.floor(bits / 2 ** 32));
    length.setUint32(4, bits >>> 0);
    this.update(new Uint8Array(length.buffer));
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, at: number): void {
    const w = this.#expand(bytes, at);
    const state = this.#state;
    // Separate variables: destructured from an array they would not stay integers, and cost three times as
    // much.
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (added[i] ?? 0);
  }

  #expand(bytes: Uint8Array, at: number): Int32Array {
    const w = this.#schedule;
    for (let i = 0; i < 16; i++) {
      const from = at + i * 4;
      w[i] =
        ((bytes[from] ?? 0) << 24) |
        ((bytes[from + 1] ?? 0) << 16) |
        ((bytes[from + 2] ?? 0) << 8) |
        (bytes[from + 3] ?? 0);
    }
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
    }
    return w;
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
