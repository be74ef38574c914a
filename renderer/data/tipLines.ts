/** Lines of a tooltip, its title included. */
export const mostTipLines = 6;

/** A value in a tooltip, with what there is to say of it. */
export interface TipLine {
  readonly key: string;
  /** On a line of its own, where there is room for those of all values. */
  readonly remark?: string;
}

export interface TipLines<T extends TipLine> {
  readonly lines: readonly T[];
  /** Values without a line. */
  readonly more: number;
}

/** The values that a tooltip has room for: with their remarks if all fit, and the first ones of many. */
export function tipLines<T extends TipLine>(values: readonly T[]): TipLines<T> {
  const room = mostTipLines - 1;
  const remarks = values.filter(({ remark }) => remark !== undefined).length;
  if (values.length + remarks <= room) return { lines: values, more: 0 };
  const bare = values.map(({ remark: _remark, ...rest }) => rest as T);
  if (values.length <= room) return { lines: bare, more: 0 };
  return { lines: bare.slice(0, room - 1), more: values.length - room + 1 };
}

/** Characters in six lines of a tooltip of text. */
const mostCharacters = 260;

/** Sentences for a tooltip: as many whole ones as fit, and how many there are besides. */
export function tipText(sentences: readonly string[]): string {
  const kept: string[] = [];
  for (const sentence of sentences) {
    if ([...kept, sentence].join(' ').length > mostCharacters) break;
    kept.push(sentence);
  }
  const more = sentences.length - kept.length;
  if (more === 0) return kept.join(' ');
  if (kept.length === 0) return `${sentences[0]?.slice(0, mostCharacters)}…`;
  return `${kept.join(' ')} And ${more} more.`;
}
