import type { TextKind } from '../../contracts/words.ts';

/**
 * Seeded text for payloads. `ascii`: letters, digits and spaces, which no encoding escapes. `escaped`: one
 * character in eight must be escaped in XML or JSON. `multibyte`: one to four bytes per character in UTF-8,
 * including surrogate pairs in UTF-16.
 */
const alphabets: Record<TextKind, readonly string[]> = {
  ascii: Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789  '),
  escaped: Array.from('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLM<>&"\'\\\t'),
  multibyte: Array.from('abcdefghijklmnopåäöéüñßøçλπΩжд漢字語水木한국어あいう€–…😀🚀🌍𝄞𠮷'),
};

/** Mulberry32: a small, fast 32-bit generator, identical everywhere for one seed. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/** @returns `length` characters (code points) determined by `seed`; the first and last are never a space. */
export function makeText(kind: TextKind, length: number, seed: number): string {
  const alphabet = alphabets[kind];
  const random = randomSource(seed);
  const characters: string[] = new Array(length);
  for (let i = 0; i < length; i++) characters[i] = alphabet[random() % alphabet.length] ?? 'a';
  // Some parsers trim XML white space at the edges, which is not an error of the protocol.
  for (const edge of [0, length - 1]) {
    if (/\s/.test(characters[edge] ?? '')) characters[edge] = 'a';
  }
  return characters.join('');
}
