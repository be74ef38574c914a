import { html, type Markup } from './markup.ts';

export type TableCell = string | Markup | null;

/** A column of a table. Figures stand right-aligned. */
export interface TableColumn<Row> {
  head: string;
  figures?: boolean;
  cell(row: Row): TableCell;
}

/** A table with a caption; nothing when there are no rows. */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Markup | null {
  if (rows.length === 0) return null;
  return html`<div class="table">
<table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map((column) => html`<td${kind(column)}>${column.cell(row)}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
`;
}

function kind(column: { figures?: boolean }): Markup | null {
  return column.figures ? html` class="figures"` : null;
}
