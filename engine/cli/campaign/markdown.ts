import { markdownTable } from '../../../metrics/markdown.ts';
import { escapeMarkdown } from '../../report/page/captions.ts';
import type { TextColumn } from '../text/table.ts';

/** Longer tables are collapsed. */
const maxOpenRows = 24;

/** A cell of a Markdown table; the text is Markdown already if `raw`. */
export interface MarkdownColumn<Row> extends TextColumn<Row> {
  readonly raw?: true;
}

/** A Markdown table of columns that ends with a newline. */
export function columnsTable<Row>(
  columns: readonly MarkdownColumn<Row>[],
  rows: readonly Row[],
): string {
  const table = markdownTable(
    columns.map(({ title }) => escapeMarkdown(title)),
    rows.map((row) =>
      columns.map(({ cell, raw }) => (raw ? cell(row) : escapeMarkdown(cell(row)))),
    ),
    (column) => columns[column]?.align === 'right',
  );
  return `${table}\n`;
}

/** The same, collapsed below a summary if it is long. */
export function foldedTable<Row>(
  summary: string,
  columns: readonly MarkdownColumn<Row>[],
  rows: readonly Row[],
): string {
  return folded(summary, columnsTable(columns, rows), rows.length > maxOpenRows);
}

/** Text below its summary; `away` collapses it. */
export function folded(summary: string, text: string, away: boolean): string {
  const head = escapeMarkdown(summary);
  return away
    ? `<details><summary>${head}</summary>\n\n${text}\n</details>\n`
    : `${head}:\n\n${text}`;
}

/** Items of a list, which are Markdown. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}\n`).join('');
}

/** Parts of a page separated by empty lines; empty ones are left out. */
export function paragraphs(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
