/** Rotates the bits of a word to the left. */
const turned = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** The message as 32-bit words, padded to whole blocks (FIPS 180-4, 5.1.1). */
function wordsOf(message: Uint8Array): Int32Array {
  const words = new Int32Array((((message.length + 8) >> 6) + 1) * 16);
  for (let at = 0; at < message.length; at++) {
    words[at >> 2] = (words[at >> 2] ?? 0) | ((message[at] ?? 0) << (24 - (at & 3) * 8));
  }
  const end = message.length >> 2;
  words[end] = (words[end] ?? 0) | (0x80 << (24 - (message.length & 3) * 8));
  words[words.length - 1] = message.length * 8;
  return words;
}

function mixOf(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

/**
 * SHA-1 of a short message, for digests of WS-Security. Implemented here, because the platform that engine
 * and windows share has no synchronous digest.
 * @returns 20 octets.
 */
export function sha1(message: Uint8Array): Uint8Array {
  const words = wordsOf(message);
  const hash = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  const schedule = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash;
    for (let round = 0; round < 80; round++) {
      const earlier = (back: number) => schedule[round - back] ?? 0;
      const word =
        round < 16
          ? (words[block + round] ?? 0)
          : turned(earlier(3) ^ earlier(8) ^ earlier(14) ^ earlier(16), 1);
      schedule[round] = word;
      const next = (turned(a, 5) + mixOf(round, b, c, d) + e + word) | 0;
      [e, d, c, b, a] = [d, c, turned(b, 30), a, next];
    }
    for (const [index, value] of [a, b, c, d, e].entries()) {
      hash[index] = ((hash[index] ?? 0) + value) | 0;
    }
  }
  const octets = new Uint8Array(20);
  const view = new DataView(octets.buffer);
  for (const [index, value] of hash.entries()) view.setInt32(index * 4, value);
  return octets;
}
