/** A Markdown table; columns after the first are aligned to the right. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = titles.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(titles), line(rule), ...rows.map(line)].join('\n');
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** A count with thousands set apart; a dash for what is not known. */
export const count = (value: number): string =>
  Number.isFinite(value) ? whole.format(value) : '–';
/** With so many digits after the point; a dash for what is not known. */
export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';
export const percent = (share: number): string => `${fixed(share * 100, 0)} %`;
export const megabytes = (bytes: number): string => count(bytes / 1e6);

/**
 * Replaces what stands between the markers of a section of a page, and leaves all else alone.
 * @throws Error when the page has no such markers.
 */
export function replaceSection(page: string, id: string, text: string): string {
  const [start, end] = [`<!-- ${id}: measured -->`, `<!-- ${id}: end -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The page has no markers "${start}" and "${end}".`);
  return `${page.slice(0, from + start.length)}\n${text.trim()}\n${page.slice(to)}`;
}
