import { formatCount } from '../../../metrics/format.ts';
import * as figures from '../../../metrics/markdown.ts';
import { replaceBetween } from '../../support/page-parts.ts';

/** A Markdown table; columns after the first are aligned to the right. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return figures.markdownTable(titles, rows, (column) => column > 0);
}

/** A count with separated thousands; a dash if unknown. */
export const count: (value: number) => string = formatCount;
/** With a number of digits after the point; a dash if unknown. */
export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';
export const percent = (share: number): string => `${fixed(share * 100, 0)} %`;
export const megabytes = (bytes: number): string => count(bytes / 1e6);

/**
 * Replaces the text between the markers of a section of a page.
 * @throws RangeError when the page has no such markers.
 */
export function replaceSection(page: string, id: string, text: string): string {
  return replaceBetween(page, [`<!-- ${id}: measured -->`, `<!-- ${id}: end -->`], text.trim());
}
