/** A column of a text table. Numbers are aligned to the right, so that their digits line up. */
export interface TextColumn<Row> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  cell(row: Row): string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a terminal.
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Text that cannot move the cursor or change colours: names and messages come from outside. */
export function printable(text: string): string {
  return text.replace(control, ' ');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - [...text].length));
  return align === 'right' ? space + text : text + space;
}

/** Draws rows below their titles, with columns two spaces apart, without trailing spaces; ends with a newline. */
export function drawTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const body = rows.map((row) => columns.map((column) => printable(column.cell(row))));
  const lines = [columns.map((column) => column.title), ...body];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => [...(line[index] ?? '')].length)),
  );
  const draw = (line: string[]) =>
    line
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd();
  return `${lines.map(draw).join('\n')}\n`;
}
