/**
 * A table of Markdown, without a line end behind it. Texts are Markdown already.
 * @param isRight whether a column, counted from 0, is aligned to the right; without it none is.
 */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): string {
  const line = (cells: readonly string[]) =>
    `|${cells.map((cell) => ` ${cell}`.trimEnd()).join(' |')} |`;
  const rule = titles.map((_, column) => (isRight(column) ? '---:' : '---'));
  return [line(titles), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}
