import { type CsvValue, toCsv } from '../../metrics/csv.ts';

/** A chart's values as a table, to read and save. */
export interface FigureTable {
  readonly caption: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** The table as CSV text. */
export function figureCsv(table: FigureTable): string {
  return toCsv(table.header, table.rows);
}

/** A name that every file system takes: `Throughput, small` becomes `throughput-small`. */
export function fileStem(...parts: readonly string[]): string {
  const text = parts.join(' ').normalize('NFKD').toLowerCase();
  const stem = text.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return stem.slice(0, 100).replace(/-+$/, '') || 'wirebench';
}
