const plain = /^[\0-\x7f]*$/;

/** A text as searches compare it: without capitals and accents. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of a search, folded, each once. */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(/\s+/).filter(Boolean))];
}
