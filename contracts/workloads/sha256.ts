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

const constants = roots(1 / 3, 64);
const start = roots(1 / 2, 8);
const blockBytes = 64;

/** SHA-256 (FIPS 180-4) of bytes that come in parts, without any library: judges of answers use it. */
export class Sha256 {
  readonly #state = Uint32Array.from(start);
  readonly #schedule = new Uint32Array(64);
  readonly #block = new Uint8Array(blockBytes);
  #filled = 0;
  #bytes = 0;

  update(part: Uint8Array): this {
    this.#bytes += part.length;
    let at = 0;
    while (at < part.length) {
      const taken = Math.min(blockBytes - this.#filled, part.length - at);
      this.#block.set(part.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === blockBytes) this.#compress();
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
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(): void {
    this.#filled = 0;
    const w = this.#expand();
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
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
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      this.#state[index] = (this.#state[index] ?? 0) + word;
    });
  }

  #expand(): Uint32Array {
    const w = this.#schedule;
    const block = new DataView(this.#block.buffer);
    for (let i = 0; i < 16; i++) w[i] = block.getUint32(i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
    }
    return w;
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
