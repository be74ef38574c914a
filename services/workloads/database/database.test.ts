import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPostgresWire, type WireOptions } from '../../../tests/support/postgres-wire.ts';
import { seeded, things } from '../../../tests/support/things-table.ts';
import { InvalidInput, PoolExhausted } from '../refusals.ts';
import { type Database, DuplicateRow, type Table, tableOf } from './database.ts';
import { openTables } from './open.ts';
import { PostgresDatabase } from './postgres.ts';
import { batches, Statements, valuesOf } from './statements.ts';

/** Texts of which UTF-16 and code points have other orders. */
const texts: Table = {
  name: 'texts',
  columns: { id: 'integer', text: 'text' },
  unique: [],
  rows: () =>
    ['\u{1f600}', '\uffee', 'é', 'z', 'Z', 'zz', ''].map((text, index) => ({
      id: index + 1,
      text,
    })),
};
/** More rows than one statement takes. */
const many: Table = {
  name: 'many',
  columns: { id: 'integer', half: 'integer' },
  unique: [],
  rows: () => Array.from({ length: 1001 }, (_, id) => ({ id, half: id >> 1 })),
};

const kinds = ['none', 'sqlite', 'postgres'] as const;

async function open(
  kind: (typeof kinds)[number],
  tables: readonly Table[] = [things, texts, many],
) {
  const url = kind === 'postgres' ? (await startPostgresWire()).url : null;
  const database = await openTables({ kind, url, pool: 2, waitMs: 5000 }, tables);
  onTestFinished(() => database.close());
  return database;
}

const listed = (database: Database, table: string, column: string, descending = false) =>
  database.all(table, { column, descending });
const ids = async (...order: Parameters<typeof listed>) =>
  (await listed(...order)).map(({ id }) => id);

describe.each(kinds)('a database of kind %s', (kind) => {
  it('lists rows by each column, both ways, and by id where that is equal', async () => {
    const database = await open(kind);
    expect(await listed(database, 'things', 'id')).toEqual(seeded);
    for (const [column, up, down] of [
      ['id', [1, 2, 3], [3, 2, 1]],
      ['name', [2, 1, 3], [1, 3, 2]],
      ['mail', [1, 3, 2], [2, 3, 1]],
      ['sold', [2, 3, 1], [1, 2, 3]],
    ] as const) {
      expect(await ids(database, 'things', column)).toEqual(up);
      expect(await ids(database, 'things', column, true)).toEqual(down);
    }
    expect(await ids(database, 'texts', 'text')).toEqual([7, 5, 4, 6, 3, 2, 1]);
    const all = await listed(database, 'many', 'half', true);
    expect([all.length, ...all.slice(0, 3).map(({ id }) => id), all.at(-1)?.id]).toEqual([
      1001, 1000, 998, 999, 1,
    ]);
  });

  it('finds, inserts, updates and removes rows, and starts again', async () => {
    const database = await open(kind);
    expect(await database.find('things', 'mail', 'two')).toEqual(seeded[1]);
    expect(await database.find('things', 'name', 'a')).toEqual(seeded[1]);
    expect(await database.find('things', 'id', 3)).toEqual(seeded[2]);
    expect(await database.find('things', 'id', 9)).toBeUndefined();
    expect(await database.find('things', 'mail', 'zwei')).toBeUndefined();
    await database.insert('things', [
      { id: 9, name: 'z', mail: 'nine', sold: true },
      { id: 8, name: 'y', mail: 'eight', sold: false },
    ]);
    expect(await ids(database, 'things', 'id')).toEqual([1, 2, 3, 8, 9]);
    const changed = { id: 9, name: 'a', mail: 'ninth', sold: true };
    expect(await database.update('things', 9, { name: 'a', mail: 'ninth' })).toEqual(changed);
    expect(await ids(database, 'things', 'name')).toEqual([2, 9, 1, 3, 8]);
    expect(await database.find('things', 'mail', 'nine')).toBeUndefined();
    expect(await database.find('things', 'mail', 'ninth')).toEqual(changed);
    expect(await database.remove('things', 9)).toEqual(changed);
    expect(await database.remove('things', 9)).toBeUndefined();
    expect(await database.update('things', 9, { name: 'x' })).toBeUndefined();
    await database.insert('things', [changed]);
    expect(await ids(database, 'things', 'id')).toEqual([1, 2, 3, 8, 9]);
    await database.reset();
    expect(await listed(database, 'things', 'id')).toEqual(seeded);
    await database.insert('things', [changed]);
  });

  it('holds a unique value once, and is unharmed by the attempt', async () => {
    const database = await open(kind);
    const again = { id: 4, name: 'c', mail: 'two', sold: false };
    for (const attempt of [
      () => database.insert('things', [again]),
      () => database.insert('things', [{ ...again, id: 1, mail: 'x' }]),
      () => database.update('things', 1, { mail: 'two' }),
    ]) {
      await expect(attempt()).rejects.toThrow(DuplicateRow);
    }
    expect(await listed(database, 'things', 'id')).toEqual(seeded);
    expect(await database.find('things', 'mail', 'one')).toEqual(seeded[0]);
    expect(await database.update('things', 1, { mail: 'one', sold: false })).toEqual({
      ...seeded[0],
      sold: false,
    });
  });

  it('knows its tables and columns only', async () => {
    const database = await open(kind);
    await expect(listed(database, 'other', 'id')).rejects.toThrow('no such table: other');
    if (kind !== 'none') {
      await expect(listed(database, 'things', 'id"')).rejects.toThrow('no such column: things.id"');
      await expect(database.find('things', 'toString', 1)).rejects.toThrow('no such column');
      await expect(database.update('things', 1, { x: 1 })).rejects.toThrow('no such column');
    }
  });
});

it('leaves no file of SQLite behind', async () => {
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('wirebench-service-'));
  const before = new Set(folders());
  const database = await openTables({ kind: 'sqlite', url: null, pool: 1, waitMs: 0 }, [things]);
  const own = folders().filter(
    (name) => !before.has(name) && existsSync(join(tmpdir(), name, 'data.db')),
  );
  expect(own.length).toBeGreaterThan(0);
  const listeners = process.listenerCount('exit');
  await database.close();
  expect(process.listenerCount('exit')).toBe(listeners - 1);
  expect(folders().filter((name) => own.includes(name))).toHaveLength(own.length - 1);
});

it('opens PostgreSQL with an address only', async () => {
  await expect(
    openTables({ kind: 'postgres', url: null, pool: 1, waitMs: 0 }, [things]),
  ).rejects.toThrow('expected the address of the PostgreSQL database');
});

describe('PostgreSQL', () => {
  async function start(options: WireOptions = {}, more: { pool?: number; waitMs?: number } = {}) {
    const wire = await startPostgresWire(options);
    const database = await PostgresDatabase.open([things], {
      url: wire.url,
      pool: 2,
      waitMs: 5000,
      ...more,
    });
    return { wire, database };
  }

  it('works in a schema of its own, locked, and drops those that are left', async () => {
    const schemas = ['wirebench_12', 'wirebench_345', 'wirebench_mine', 'wirebench_12345678901'];
    const { wire, database } = await start({ schemas, locked: ['wirebench_345'] });
    const own = wire.statements.findIndex((text) => text.startsWith('CREATE SCHEMA'));
    const [, schema = '', key = ''] = /"(wirebench_(\d+))"/.exec(wire.statements[own] ?? '') ?? [];
    expect(Number(key)).toBeLessThan(2 ** 31);
    const lock = (name: string) =>
      `SELECT pg_try_advisory_lock($1, $2) AS free ["2003399269","${name}"]`;
    expect(wire.statements.slice(1, own)).toEqual([
      lock('12'),
      'DROP SCHEMA IF EXISTS "wirebench_12" CASCADE',
      'SELECT pg_advisory_unlock($1, $2) ["2003399269","12"]',
      lock('345'),
      lock(key),
    ]);
    const table = `"${schema}"."things"`;
    expect(wire.statements.slice(own + 1)).toEqual([
      `CREATE TABLE ${table} ("id" integer PRIMARY KEY, "name" text COLLATE "C" NOT NULL, "mail" text COLLATE "C" NOT NULL UNIQUE, "sold" boolean NOT NULL)`,
      'BEGIN',
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} ("id", "name", "mail", "sold") VALUES ($1, $2, $3, $4), ($5, $6, $7, $8), ($9, $10, $11, $12) ${JSON.stringify(seeded.flatMap((row) => Object.values(row).map(String)))}`,
      'COMMIT',
    ]);
    await database.close();
    expect(wire.statements.at(-1)).toBe(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await expect.poll(wire.connections).toBe(0);
  });

  it('prepares each statement once for each connection, under a name of its own', async () => {
    const { wire, database } = await start({}, { pool: 1 });
    onTestFinished(() => database.close());
    expect(wire.takeNames()).toEqual([]);
    for (const id of [1, 2, 1]) await database.find('things', 'id', id);
    await database.find('things', 'mail', 'one');
    expect(wire.takeNames()).toEqual(['s1', 's2']);
    expect(wire.connections()).toBe(2);
    expect(wire.statements.filter((text) => text.includes('"id" = $1 LIMIT 1'))).toHaveLength(3);
  });

  it('uses as many connections as its pool has', async () => {
    const { wire, database } = await start({}, { pool: 3 });
    onTestFinished(() => database.close());
    await Promise.all(Array.from({ length: 7 }, (_, id) => database.find('things', 'id', id)));
    expect(wire.connections()).toBe(4);
  });

  it('refuses a text that it cannot store as invalid, and goes on', async () => {
    const { database } = await start();
    onTestFinished(() => database.close());
    await expect(database.update('things', 1, { name: '\u{1f4a5}' })).rejects.toThrow(
      new InvalidInput('A text contains a character that the database cannot store'),
    );
    expect(await database.find('things', 'id', 1)).toEqual(seeded[0]);
  });

  it.each([
    [{ connections: 1 }, 5000, 'The database takes no more connections (pool of 2)'],
    [
      { connections: 1, silent: true },
      20,
      'No database connection was free within 20 ms (pool of 2)',
    ],
  ])('refuses for its pool with %j', async (options, waitMs, reason) => {
    const { database } = await start(options, { waitMs });
    onTestFinished(() => database.close());
    await expect(database.find('things', 'id', 1)).rejects.toThrow(new PoolExhausted(reason));
  });

  it('replaces a connection that was lost', async () => {
    const { wire, database } = await start();
    onTestFinished(() => database.close());
    await database.find('things', 'id', 1);
    wire.cut();
    await expect.poll(wire.connections).toBe(0);
    expect(await database.find('things', 'id', 2)).toEqual(seeded[1]);
  });

  it('reports that it is not there', async () => {
    const { url } = await startPostgresWire({ connections: 0 });
    await expect(PostgresDatabase.open([things], { url, pool: 1, waitMs: 100 })).rejects.toThrow(
      'too many clients',
    );
  });
});

describe('statements', () => {
  const statements = new Statements({
    table: (name) => `[${name}]`,
    value: (place) => `:${place}`,
    types: { integer: 'I', text: 'T', boolean: 'B' },
  });

  it('have their values as parameters, in order', () => {
    expect(statements.create(things)).toBe(
      'CREATE TABLE [things] ("id" I PRIMARY KEY, "name" T NOT NULL, "mail" T NOT NULL UNIQUE, "sold" B NOT NULL)',
    );
    expect(statements.insert(texts, 2)).toBe(
      'INSERT INTO [texts] ("id", "text") VALUES (:1, :2), (:3, :4)',
    );
    expect(statements.update(things, { mail: 'x', sold: true })).toBe(
      'UPDATE [things] SET "mail" = :1, "sold" = :2 WHERE "id" = :3 RETURNING *',
    );
    expect(statements.remove(texts)).toBe('DELETE FROM [texts] WHERE "id" = :1 RETURNING *');
    expect(statements.find(texts, 'text')).toBe('SELECT * FROM [texts] WHERE "text" = :1 LIMIT 1');
    const all = (column: string, descending: boolean) =>
      statements.all(texts, { column, descending });
    expect(all('id', false)).toBe('SELECT * FROM [texts] ORDER BY "id"');
    expect(all('id', true)).toBe('SELECT * FROM [texts] ORDER BY "id" DESC');
    expect(all('text', true)).toBe('SELECT * FROM [texts] ORDER BY "text" DESC, "id"');
    expect(valuesOf(texts, [{ text: 'x', id: 1 }, { id: 2 }])).toEqual([1, 'x', 2, '']);
  });

  it.each([
    [0, []],
    [1, [1]],
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
  ])('take %i rows three at a time', (count, sizes) => {
    const rows = Array.from({ length: count }, (_, id) => ({ id }));
    const made = [...batches(rows, 3)];
    expect(made.map((batch) => batch.length)).toEqual(sizes);
    expect(made.flat()).toEqual(rows);
  });

  it('take 500 rows at a time', () => {
    expect([...batches(many.rows())].map((batch) => batch.length)).toEqual([500, 500, 1]);
  });
});

it('finds a table by its name', () => {
  expect(tableOf([things, texts], 'texts')).toBe(texts);
  expect(() => tableOf([things], 'text')).toThrow('no such table: text');
});
