import type { CsvValue } from './csv.ts';

/** A column of a table in the window, a report, a terminal or a file. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Unit of the values and texts; shown next to the header. */
  readonly unit?: string;
  /** Header and unit combined, where space is short; {@link shortTitle} derives one otherwise. */
  readonly short?: string;
  /** Value for sorting and export; null if there is none. */
  readonly value: (row: Row) => CsvValue;
  /** The value as people read it, without its unit; defaults to the value itself. */
  readonly text?: (row: Row) => string;
  /** Right-aligned, with digits of equal width. */
  readonly numeric?: boolean;
}

/** A column of numbers. @param write formats the number for people; null becomes a dash. */
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

/** Text of a column for a row. */
export function columnText<Row>({ text, value }: Column<Row>, row: Row): string {
  return text ? text(row) : String(value(row) ?? '–');
}

/** Header and unit for a file or a printed page: `Mean (ms)`. */
export function titleOf({ header, unit }: Pick<Column<never>, 'header' | 'unit'>): string {
  return unit === undefined ? header : `${header} (${unit})`;
}

/** The same where space is short: `mean ms`. */
export function shortTitle({ short, header, unit }: Omit<Column<never>, 'value'>): string {
  return short ?? [header.toLowerCase(), ...(unit === undefined ? [] : [unit])].join(' ');
}
