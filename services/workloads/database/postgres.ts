import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { InvalidInput, PoolExhausted } from '../refusals.ts';
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

export interface PostgresOptions {
  readonly url: string;
  /** Maximum connections. */
  readonly pool: number;
  /** Maximum wait of a statement for a free connection, in milliseconds. */
  readonly waitMs: number;
}

const dialectOf = (schema: string): Dialect => ({
  table: (name) => `"${schema}"."${name}"`,
  value: (place) => `$${place}`,
  types: { integer: 'integer', text: 'text COLLATE "C"', boolean: 'boolean' },
});

/** PostgreSQL codes with a meaning for a workload. */
const uniqueViolation = '23505';
const tooManyConnections = '53300';
const untranslatableText = ['22021', '22P05'];

/** Names of schemas whose service is gone; the number is the key of its lock. */
const schemaName = /^wirebench_(\d{1,10})$/;

/**
 * Tables in the service's own schema of a PostgreSQL database. A pool of connections executes the
 * statements, each prepared once per connection; one more connection, the keeper, creates, locks and drops
 * the schema. Schemas left by services that did not drop theirs are removed at the next start.
 */
export class PostgresDatabase implements Database {
  readonly #tables: readonly Table[];
  readonly #options: PostgresOptions;
  readonly #schema: string;
  readonly #statements: Statements;
  readonly #keeper: pg.Client;
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();

  private constructor(tables: readonly Table[], options: PostgresOptions) {
    this.#tables = tables;
    this.#options = options;
    this.#schema = `wirebench_${randomBytes(4).readUInt32BE() >>> 1}`;
    this.#statements = new Statements(dialectOf(this.#schema));
    this.#keeper = new pg.Client({ connectionString: options.url });
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.pool,
      // Zero would mean to wait forever.
      connectionTimeoutMillis: Math.max(1, options.waitMs),
    });
    // A connection lost while idle is replaced on demand; the statement that needs it reports errors.
    this.#pool.on('error', () => undefined);
    this.#keeper.on('error', () => undefined);
  }

  static async open(tables: readonly Table[], options: PostgresOptions): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(tables, options);
    try {
      await database.#keeper.connect();
      await database.#settle();
      await database.reset();
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  async all(name: string, order: TableOrder): Promise<readonly Row[]> {
    return this.#query(this.#statements.all(tableOf(this.#tables, name), order), []);
  }

  async find(name: string, column: string, value: SqlValue): Promise<Row | undefined> {
    const sql = this.#statements.find(tableOf(this.#tables, name), column);
    return (await this.#query(sql, [value]))[0];
  }

  async insert(name: string, rows: readonly Row[]): Promise<void> {
    const table = tableOf(this.#tables, name);
    for (const batch of batches(rows)) {
      await this.#query(this.#statements.insert(table, batch.length), valuesOf(table, batch));
    }
  }

  async update(name: string, id: number, changes: Row): Promise<Row | undefined> {
    const sql = this.#statements.update(tableOf(this.#tables, name), changes);
    return (await this.#query(sql, [...Object.values(changes), id]))[0];
  }

  async remove(name: string, id: number): Promise<Row | undefined> {
    return (await this.#query(this.#statements.remove(tableOf(this.#tables, name)), [id]))[0];
  }

  async reset(): Promise<void> {
    await this.#keeper.query('BEGIN');
    for (const table of this.#tables) {
      await this.#keeper.query(this.#statements.empty(table));
      for (const batch of batches(table.rows())) {
        const sql = this.#statements.insert(table, batch.length);
        await this.#keeper.query(sql, valuesOf(table, batch));
      }
    }
    await this.#keeper.query('COMMIT');
  }

  async close(): Promise<void> {
    await this.#pool.end();
    // The server may be gone, and the schema with it.
    await this.#keeper
      .query(`DROP SCHEMA IF EXISTS "${this.#schema}" CASCADE`)
      .catch(() => undefined);
    await this.#keeper.end().catch(() => undefined);
  }

  /** Drops leftovers, and creates the schema with its tables. */
  async #settle(): Promise<void> {
    const { rows } = await this.#keeper.query<{ nspname: string }>(
      "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'wirebench\\_%'",
    );
    for (const { nspname } of rows) {
      const key = schemaName.exec(nspname)?.[1];
      if (key === undefined || !(await this.#lock(key))) continue;
      await this.#keeper.query(`DROP SCHEMA IF EXISTS "${nspname}" CASCADE`);
      await this.#keeper.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, key]);
    }
    await this.#lock(schemaName.exec(this.#schema)?.[1] ?? '0');
    await this.#keeper.query(`CREATE SCHEMA "${this.#schema}"`);
    for (const table of this.#tables) await this.#keeper.query(this.#statements.create(table));
  }

  /** Whether a schema's lock is free. */
  async #lock(key: string): Promise<boolean> {
    const { rows } = await this.#keeper.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS free',
      [lockClass, key],
    );
    return rows[0]?.free === true;
  }

  async #query(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    const client = await this.#connection();
    let lost: Error | undefined;
    try {
      const { rows } = await client.query<Row>({
        name: this.#nameOf(text),
        text,
        values: [...values],
      });
      return rows;
    } catch (error) {
      // A statement error from the server leaves the connection usable.
      if (!(error instanceof pg.DatabaseError)) lost = error as Error;
      throw meaningOf(error);
    } finally {
      client.release(lost);
    }
  }

  /** The name of a prepared statement, constant per text. */
  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }

  async #connection(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      const { pool, waitMs } = this.#options;
      // A connection that takes too long to open leaves the pool first; pg reports it as text only.
      const late = error instanceof Error && /timeout/i.test(error.message);
      const full = late || this.#pool.totalCount >= pool;
      const refused = error instanceof pg.DatabaseError && error.code === tooManyConnections;
      if (!full && !refused) throw error;
      throw new PoolExhausted(
        refused
          ? `The database takes no more connections (pool of ${pool})`
          : `No database connection was free within ${waitMs} ms (pool of ${pool})`,
      );
    }
  }
}

/** Separates Wirebench's locks from others in the same database: "wire". */
const lockClass = 0x77697265;

function meaningOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  if (code === uniqueViolation) return new DuplicateRow(error.message);
  if (untranslatableText.includes(code)) {
    return new InvalidInput('A text contains a character that the database cannot store');
  }
  return error;
}
