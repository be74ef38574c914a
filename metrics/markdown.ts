/**
 * A Markdown table without a trailing line end. Texts are already Markdown.
 * @param isRight whether a column, counted from 0, is right-aligned; by default none is.
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
