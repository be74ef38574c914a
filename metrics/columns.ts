import type { CsvValue } from './csv.ts';

/** A column of a table, wherever it stands: in the window, a report, a terminal or a file. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Of the values and the texts; stands beside the header. */
  readonly unit?: string;
  /** Header and unit in one, where room is short; {@link shortTitle} has another without. */
  readonly short?: string;
  /** What is sorted by and exported; null where there is no such figure. */
  readonly value: (row: Row) => CsvValue;
  /** The value as people read it, without its unit; the value itself when left out. */
  readonly text?: (row: Row) => string;
  /** Right-aligned, in tabular figures. */
  readonly numeric?: boolean;
}

/** A column of numbers. @param write the number as people read it, a dash where it is null. */
export function numbers<Row>(
  header: string,
  unit: string | null,
  value: (row: Row) => number | null,
  write: (value: number | null) => string,
  short?: string,
): Omit<Column<Row>, 'id'> {
  return {
    header,
    ...(unit === null ? {} : { unit }),
    ...(short === undefined ? {} : { short }),
    numeric: true,
    value,
    text: (row) => write(value(row)),
  };
}

/** What a column says of a row. */
export function columnText<Row>({ text, value }: Column<Row>, row: Row): string {
  return text ? text(row) : String(value(row) ?? '–');
}

/** Header and unit as a file or a printed page has them: `Mean (ms)`. */
export function titleOf({ header, unit }: Pick<Column<never>, 'header' | 'unit'>): string {
  return unit === undefined ? header : `${header} (${unit})`;
}

/** The same where room is short: `mean ms`. */
export function shortTitle({ short, header, unit }: Omit<Column<never>, 'value'>): string {
  return short ?? [header.toLowerCase(), ...(unit === undefined ? [] : [unit])].join(' ');
}
