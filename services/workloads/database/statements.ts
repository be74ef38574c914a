import type { ColumnType, Row, Table, TableOrder } from './database.ts';

/** Differences between the two SQL dialects. */
export interface Dialect {
  /** The table's full name, quoted. */
  table(name: string): string;
  /** The placeholder of a value by position, from 1. */
  value(place: number): string;
  readonly types: Readonly<Record<ColumnType, string>>;
}

const quoted = (name: string) => `"${name}"`;
const columnsOf = (table: Table) => Object.keys(table.columns);

/** The statements for a table. All values are parameters; names come from the workload. */
export class Statements {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  create(table: Table): string {
    const columns = Object.entries(table.columns).map(([name, type]) => {
      const key = name === 'id' ? ' PRIMARY KEY' : ' NOT NULL';
      const unique = table.unique.includes(name) ? ' UNIQUE' : '';
      return `${quoted(name)} ${this.#dialect.types[type]}${key}${unique}`;
    });
    return `CREATE TABLE ${this.#name(table)} (${columns.join(', ')})`;
  }

  empty(table: Table): string {
    return `DELETE FROM ${this.#name(table)}`;
  }

  all(table: Table, { column, descending }: TableOrder): string {
    const direction = descending ? ' DESC' : '';
    const then = column === 'id' ? '' : ', "id"';
    return `SELECT * FROM ${this.#name(table)} ORDER BY ${this.#known(table, column)}${direction}${then}`;
  }

  find(table: Table, column: string): string {
    const where = `${this.#known(table, column)} = ${this.#dialect.value(1)}`;
    return `SELECT * FROM ${this.#name(table)} WHERE ${where} LIMIT 1`;
  }

  /** Accepts the values of `rows` rows, each in column order. */
  insert(table: Table, rows: number): string {
    const columns = columnsOf(table);
    const tuple = (row: number) =>
      `(${columns.map((_, index) => this.#dialect.value(row * columns.length + index + 1)).join(', ')})`;
    const tuples = Array.from({ length: rows }, (_, row) => tuple(row)).join(', ');
    return `INSERT INTO ${this.#name(table)} (${columns.map(quoted).join(', ')}) VALUES ${tuples}`;
  }

  /** Accepts the changed values, then the id. */
  update(table: Table, changes: Row): string {
    const columns = Object.keys(changes);
    const set = columns.map(
      (name, index) => `${this.#known(table, name)} = ${this.#dialect.value(index + 1)}`,
    );
    return `UPDATE ${this.#name(table)} SET ${set.join(', ')} WHERE "id" = ${this.#dialect.value(columns.length + 1)} RETURNING *`;
  }

  remove(table: Table): string {
    return `DELETE FROM ${this.#name(table)} WHERE "id" = ${this.#dialect.value(1)} RETURNING *`;
  }

  #name(table: Table): string {
    return this.#dialect.table(table.name);
  }

  #known(table: Table, column: string): string {
    if (!Object.hasOwn(table.columns, column)) {
      throw new TypeError(`no such column: ${table.name}.${column}`);
    }
    return quoted(column);
  }
}

/** The values of rows in column order, row by row. */
export function valuesOf(table: Table, rows: readonly Row[]): Row[string][] {
  const columns = columnsOf(table);
  return rows.flatMap((row) => columns.map((column) => row[column] ?? ''));
}

/** Rows in groups small enough for one statement. */
export function* batches(rows: Iterable<Row>, size = 500): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
