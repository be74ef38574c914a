/** A number below `bound`. */
export const below = (random: () => number, bound: number): number => Math.floor(random() * bound);

export function pick<T>(random: () => number, all: readonly T[]): T {
  const one = all[below(random, all.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

export const noise = (random: () => number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));

/** Values that text readers are known to stumble over. */
const words = [
  ...'1e999 -0 99999999999999999999 0x1p4 NaN .inf null ~ true {} []'.split(' '),
  ...'" \' \\ \\u0000 \0 \ufeff \u2028 \ud800 &a *a'.split(' '),
  ...['<<: *a', '!!binary ', '<!ENTITY a "&a;&a;">', '\r\n\r\n', '['.repeat(16), '('.repeat(16)],
  ...`&a; <![CDATA[ ]]> __proto__ constructor $\{HOME} {{a}}`.split(' '),
  ...'../../../etc/passwd file:///etc/passwd'.split(' '),
].map((word) => Buffer.from(word));

type Change = (bytes: Buffer, random: () => number) => Buffer;

const flip: Change = (bytes, random) => {
  const changed = Buffer.from(bytes);
  const times = 1 + below(random, 3) ** 2;
  for (let time = 0; time < times; time += 1) {
    const at = below(random, changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(random, 8));
  }
  return changed;
};

const cut: Change = (bytes, random) => bytes.subarray(0, below(random, bytes.length));

/** Removes some bytes, or duplicates them. */
const move: Change = (bytes, random) => {
  const at = below(random, bytes.length);
  const end = Math.min(bytes.length, at + 1 + below(random, random() < 0.5 ? 8 : 4096));
  const piece = bytes.subarray(at, end);
  return random() < 0.5
    ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    : Buffer.concat([bytes.subarray(0, end), piece, bytes.subarray(end)]);
};

const overwrite: Change = (bytes, random) => {
  const at = below(random, bytes.length);
  const end = Math.min(bytes.length, at + 1 + below(random, 4096));
  return Buffer.from(bytes).fill(pick(random, [0x00, 0xff, 0xa5, 0x20]), at, end);
};

const insert: Change = (bytes, random) => {
  const at = below(random, bytes.length);
  const word = pick(random, words);
  const many = random() < 0.1 ? Buffer.concat(Array.from({ length: 2000 }, () => word)) : word;
  return Buffer.concat([bytes.subarray(0, at), many, bytes.subarray(at)]);
};

const inBinary: readonly Change[] = [flip, flip, cut, move, overwrite];
const inText: readonly Change[] = [flip, cut, move, insert, insert];

/** The bytes with one random damage. */
export function damaged(bytes: Buffer, isText: boolean, random: () => number): Buffer {
  if (bytes.length === 0) return bytes;
  return pick(random, isText ? inText : inBinary)(bytes, random);
}
