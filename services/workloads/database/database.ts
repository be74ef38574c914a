/** What a table's column holds. */
export type ColumnType = 'integer' | 'text' | 'boolean';
export type SqlValue = string | number | boolean;
export type Row = Readonly<Record<string, SqlValue>>;

/** A table, and what it holds when it is new. */
export interface Table {
  readonly name: string;
  /** By name; the column `id`, an integer, is the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Columns in which no two rows have the same value. */
  readonly unique: readonly string[];
  rows(): Iterable<Row>;
}

export interface TableOrder {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Where a workload keeps its data: in memory, in SQLite or in PostgreSQL. Each call is one statement.
 * @throws PoolExhausted where no connection becomes free in time.
 */
export interface Database {
  /** All rows, in order of a column and of their ids where it is equal; texts by code points. */
  all(table: string, order: TableOrder): Promise<readonly Row[]>;
  /** The first row with a value in a column. */
  find(table: string, column: string, value: SqlValue): Promise<Row | undefined>;
  /** @throws DuplicateRow where a value of a unique column is there already. */
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** @returns the row as it is then; undefined where there is none with this id. @throws DuplicateRow */
  update(table: string, id: number, changes: Row): Promise<Row | undefined>;
  /** @returns the row as it was; undefined where there was none. */
  remove(table: string, id: number): Promise<Row | undefined>;
  /** Makes every table as it was when it was new. */
  reset(): Promise<void>;
  /** Lets go of everything, and leaves nothing behind. */
  close(): Promise<void>;
}

/** A row with a value that only one may have. */
export class DuplicateRow extends Error {
  override readonly name = 'DuplicateRow';
}

/** A table by its name. @throws TypeError when there is none. */
export function tableOf(tables: readonly Table[], name: string): Table {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new TypeError(`no such table: ${name}`);
  return table;
}
