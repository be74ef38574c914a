import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  type Database,
  DuplicateRow,
  type Row,
  type SqlValue,
  type Table,
  type TableOrder,
  tableOf,
} from './database.ts';
import { batches, type Dialect, Statements, valuesOf } from './statements.ts';

const dialect: Dialect = {
  table: (name) => `"${name}"`,
  value: () => '?',
  types: { integer: 'INTEGER', text: 'TEXT', boolean: 'INTEGER' },
};
const statements = new Statements(dialect);

/** SQLite has no booleans. */
const stored = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);

/**
 * Tables in the service's own SQLite file, in WAL mode and synced at checkpoints only. The library is
 * synchronous, in the thread of the service: statements are never concurrent, there is one connection, and a
 * pool has no meaning.
 */
export class SqliteDatabase implements Database {
  readonly #tables: readonly Table[];
  readonly #folder: string;
  readonly #file: Sqlite.Database;
  readonly #prepared = new Map<string, Sqlite.Statement<SqlValue[]>>();

  private constructor(tables: readonly Table[]) {
    this.#tables = tables;
    this.#folder = mkdtempSync(join(tmpdir(), 'wirebench-service-'));
    // However the process ends, its file is removed.
    process.once('exit', this.#remove);
    this.#file = new Sqlite(join(this.#folder, 'data.db'));
    this.#file.pragma('journal_mode = WAL');
    this.#file.pragma('synchronous = NORMAL');
    for (const table of tables) this.#file.exec(statements.create(table));
  }

  static async open(tables: readonly Table[]): Promise<SqliteDatabase> {
    const database = new SqliteDatabase(tables);
    await database.reset();
    return database;
  }

  async all(name: string, order: TableOrder): Promise<readonly Row[]> {
    const table = tableOf(this.#tables, name);
    return this.#rows(table, statements.all(table, order), []);
  }

  async find(name: string, column: string, value: SqlValue): Promise<Row | undefined> {
    const table = tableOf(this.#tables, name);
    return this.#rows(table, statements.find(table, column), [value])[0];
  }

  async insert(name: string, rows: readonly Row[]): Promise<void> {
    const table = tableOf(this.#tables, name);
    for (const batch of batches(rows)) this.#insert(table, batch);
  }

  async update(name: string, id: number, changes: Row): Promise<Row | undefined> {
    const table = tableOf(this.#tables, name);
    const values = [...Object.values(changes), id];
    return this.#rows(table, statements.update(table, changes), values)[0];
  }

  async remove(name: string, id: number): Promise<Row | undefined> {
    const table = tableOf(this.#tables, name);
    return this.#rows(table, statements.remove(table), [id])[0];
  }

  async reset(): Promise<void> {
    this.#file.transaction(() => {
      for (const table of this.#tables) {
        this.#file.exec(statements.empty(table));
        for (const batch of batches(table.rows())) this.#insert(table, batch);
      }
    })();
  }

  async close(): Promise<void> {
    this.#file.close();
    process.removeListener('exit', this.#remove);
    this.#remove();
  }

  readonly #remove = (): void => rmSync(this.#folder, { recursive: true, force: true });

  #insert(table: Table, rows: readonly Row[]): void {
    this.#guarded(() =>
      this.#statement(statements.insert(table, rows.length)).run(
        ...valuesOf(table, rows).map(stored),
      ),
    );
  }

  #rows(table: Table, sql: string, values: readonly SqlValue[]): Row[] {
    const truths = Object.keys(table.columns).filter((name) => table.columns[name] === 'boolean');
    const rows = this.#guarded(() => this.#statement(sql).all(...values.map(stored))) as Row[];
    if (truths.length === 0) return rows;
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(truths.map((name) => [name, row[name] === 1])),
    }));
  }

  #statement(sql: string): Sqlite.Statement<SqlValue[]> {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const made = this.#file.prepare<SqlValue[]>(sql);
    this.#prepared.set(sql, made);
    return made;
  }

  #guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      const code = error instanceof Sqlite.SqliteError ? error.code : '';
      if (code.startsWith('SQLITE_CONSTRAINT')) throw new DuplicateRow(String(error));
      throw error;
    }
  }
}
