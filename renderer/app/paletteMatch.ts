/** Quality of a match, and which characters matched. */
export interface Match {
  readonly score: number;
  /** Indices of the matching characters, ascending. */
  readonly at: readonly number[];
}

const wordStart = /[\s/·:,.(_-]/;

/** Lower case of the same length: the few capitals whose lower case is longer stay. */
function small(text: string): string {
  return [...text]
    .map((character) => {
      const lower = character.toLowerCase();
      return lower.length === character.length ? lower : character;
    })
    .join('');
}

/** Consecutive characters and the starts of words score more; late matches score less. */
function worth(text: string, index: number, previous: number): number {
  if (index === previous + 1 && previous >= 0) return 8;
  if (index === 0) return 10;
  if (wordStart.test(text[index - 1] ?? '')) return 7;
  return 1;
}

/** Matches the characters greedily from `from` on. @returns null if some are missing. */
function follow(text: string, typed: string, from: number): Match | null {
  const at: number[] = [];
  let score = 0;
  let next = from;
  for (const character of typed) {
    const index = text.indexOf(character, next);
    if (index < 0) return null;
    score += worth(text, index, at.at(-1) ?? -1);
    at.push(index);
    next = index + 1;
  }
  return { score: score - (at[0] ?? 0) * 0.05 - text.length * 0.01, at };
}

/**
 * Looks for the typed characters, in order, anywhere in the text, ignoring case and spaces.
 * @returns the best match, or null if there is none.
 */
export function match(text: string, typed: string): Match | null {
  const wanted = small(typed).replaceAll(/\s+/g, '');
  const searched = small(text);
  if (wanted === '') return { score: 0, at: [] };
  let best: Match | null = null;
  let from = searched.indexOf(wanted[0] ?? '');
  while (from >= 0) {
    const found = follow(searched, wanted, from);
    if (found === null) break;
    if (best === null || found.score > best.score) best = found;
    from = searched.indexOf(wanted[0] ?? '', from + 1);
  }
  return best;
}

/** Matching items, best first; equal scores keep their order. */
export function rank<Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): { readonly item: Item; readonly match: Match }[] {
  return items
    .flatMap((item) => {
      const found = match(textOf(item), typed);
      return found === null ? [] : [{ item, match: found }];
    })
    .sort((left, right) => right.match.score - left.match.score);
}
