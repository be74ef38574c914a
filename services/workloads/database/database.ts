/** Type of a table's column. */
export type ColumnType = 'integer' | 'text' | 'boolean';
export type SqlValue = string | number | boolean;
export type Row = Readonly<Record<string, SqlValue>>;

/** A table, with its initial content. */
export interface Table {
  readonly name: string;
  /** By name; the column `id`, an integer, is the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Unique columns. */
  readonly unique: readonly string[];
  rows(): Iterable<Row>;
}

export interface TableOrder {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Storage of a workload's data: in memory, in SQLite or in PostgreSQL. Each call is one statement.
 * @throws PoolExhausted if no connection becomes free in time.
 */
export interface Database {
  /** All rows, ordered by a column and then by id; texts by code points. */
  all(table: string, order: TableOrder): Promise<readonly Row[]>;
  /** The first row with a value in a column. */
  find(table: string, column: string, value: SqlValue): Promise<Row | undefined>;
  /** @throws DuplicateRow if the value of a unique column exists. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** @returns the updated row; undefined for an unknown id. @throws DuplicateRow */
  update(table: string, id: number, changes: Row): Promise<Row | undefined>;
  /** @returns the deleted row; undefined for an unknown id. */
  remove(table: string, id: number): Promise<Row | undefined>;
  /** Resets every table to its initial content. */
  reset(): Promise<void>;
  /** Releases everything, without leaving data behind. */
  close(): Promise<void>;
}

/** A row with an existing value in a unique column. */
export class DuplicateRow extends Error {
  override readonly name = 'DuplicateRow';
}

/** A table by its name. @throws TypeError if unknown. */
export function tableOf(tables: readonly Table[], name: string): Table {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new TypeError(`no such table: ${name}`);
  return table;
}
