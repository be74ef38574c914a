import {
  type Database,
  DuplicateRow,
  type Row,
  type SqlValue,
  type Table,
  type TableOrder,
} from './database.ts';

/** Compares texts by code points, as UTF-8 orders its bytes; negative if `a` comes first. */
function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    if (a.charCodeAt(i) === b.charCodeAt(i)) continue;
    return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
  }
  return a.length - b.length;
}

/** Surrogates stand for the highest code points, above the last ones of 16 bits. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compare(a: SqlValue | undefined, b: SqlValue | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return Number(a) - Number(b);
}

/** A table in memory: its rows by id, and the ids by each unique value. */
class MemoryTable {
  readonly #table: Table;
  readonly #rows = new Map<SqlValue, Row>();
  readonly #unique = new Map<string, Map<SqlValue, SqlValue>>();
  /** Sorted lists, cached until a change. */
  readonly #lists = new Map<string, readonly Row[]>();

  constructor(table: Table) {
    this.#table = table;
    for (const column of table.unique) this.#unique.set(column, new Map());
    this.reset();
  }

  reset(): void {
    this.#rows.clear();
    for (const values of this.#unique.values()) values.clear();
    for (const row of this.#table.rows()) this.insert(row);
  }

  all({ column, descending }: TableOrder): readonly Row[] {
    const key = `${column} ${descending}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const sign = descending ? -1 : 1;
    const list = [...this.#rows.values()].sort(
      (a, b) => compare(a[column], b[column]) * sign || compare(a.id, b.id),
    );
    this.#lists.set(key, list);
    return list;
  }

  find(column: string, value: SqlValue): Row | undefined {
    if (column === 'id') return this.#rows.get(value);
    const unique = this.#unique.get(column);
    if (!unique) return [...this.#rows.values()].find((row) => row[column] === value);
    const id = unique.get(value);
    return id === undefined ? undefined : this.#rows.get(id);
  }

  insert(row: Row): void {
    if (this.#rows.has(row.id ?? '')) throw new DuplicateRow(`${this.#table.name}: id`);
    this.#index(row);
  }

  update(id: number, changes: Row): Row | undefined {
    const row = this.#rows.get(id);
    if (!row) return undefined;
    const changed = { ...row, ...changes, id };
    this.#forget(row);
    try {
      this.#index(changed);
    } catch (error) {
      this.#index(row);
      throw error;
    }
    return changed;
  }

  remove(id: number): Row | undefined {
    const row = this.#rows.get(id);
    if (!row) return undefined;
    this.#forget(row);
    this.#rows.delete(id);
    return row;
  }

  #index(row: Row): void {
    const id = row.id ?? '';
    for (const [column, ids] of this.#unique) {
      if (ids.has(row[column] ?? '')) throw new DuplicateRow(`${this.#table.name}: ${column}`);
    }
    for (const [column, ids] of this.#unique) ids.set(row[column] ?? '', id);
    this.#rows.set(id, row);
    this.#lists.clear();
  }

  #forget(row: Row): void {
    for (const [column, ids] of this.#unique) ids.delete(row[column] ?? '');
    this.#lists.clear();
  }
}

/** Tables in the memory of the process. */
export class MemoryDatabase implements Database {
  readonly #tables: Map<string, MemoryTable>;

  constructor(tables: readonly Table[]) {
    this.#tables = new Map(tables.map((table) => [table.name, new MemoryTable(table)]));
  }

  async all(table: string, order: TableOrder): Promise<readonly Row[]> {
    return this.#of(table).all(order);
  }

  async find(table: string, column: string, value: SqlValue): Promise<Row | undefined> {
    return this.#of(table).find(column, value);
  }

  async insert(table: string, rows: readonly Row[]): Promise<void> {
    const into = this.#of(table);
    for (const row of rows) into.insert(row);
  }

  async update(table: string, id: number, changes: Row): Promise<Row | undefined> {
    return this.#of(table).update(id, changes);
  }

  async remove(table: string, id: number): Promise<Row | undefined> {
    return this.#of(table).remove(id);
  }

  async reset(): Promise<void> {
    for (const table of this.#tables.values()) table.reset();
  }

  async close(): Promise<void> {
    this.#tables.clear();
  }

  #of(name: string): MemoryTable {
    const table = this.#tables.get(name);
    if (!table) throw new TypeError(`no such table: ${name}`);
    return table;
  }
}
