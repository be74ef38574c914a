import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Database,
  DuplicateRow,
  type Table,
} from '../../../services/workloads/database/database.ts';
import { openTables } from '../../../services/workloads/database/open.ts';
import { InvalidInput, PoolExhausted } from '../../../services/workloads/refusals.ts';
import { missingPostgres, type Postgres, startPostgres } from '../../support/postgres.ts';
import { seeded, things } from '../../support/things-table.ts';

let postgres: Postgres | undefined;
beforeAll(async () => {
  if (missingPostgres === null) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const kinds = ['none', 'sqlite', 'postgres'] as const;
const open = (kind: (typeof kinds)[number], tables = [things], pool = 4, waitMs = 5000) =>
  openTables({ kind, url: postgres?.url ?? null, pool, waitMs }, tables);
const without = (kind: (typeof kinds)[number]) => kind === 'postgres' && missingPostgres !== null;

describe.each(kinds)('a database of kind %s', (kind) => {
  let database: Database;
  beforeEach(async ({ skip }) => {
    if (without(kind)) skip(missingPostgres ?? '');
    database = await open(kind);
  });
  afterEach(() => database?.close());

  const ids = async (column: string, descending = false) =>
    (await database.all('things', { column, descending })).map(({ id }) => id);

  it('lists rows in an order, and by id where it is equal', async () => {
    expect(await database.all('things', { column: 'id', descending: false })).toEqual(seeded);
    expect(await ids('id', true)).toEqual([3, 2, 1]);
    expect(await ids('name')).toEqual([2, 1, 3]);
    expect(await ids('name', true)).toEqual([1, 3, 2]);
    expect(await ids('sold')).toEqual([2, 3, 1]);
  });

  it('finds, inserts, updates and removes rows', async () => {
    expect(await database.find('things', 'mail', 'two')).toEqual(seeded[1]);
    expect(await database.find('things', 'name', 'b')).toMatchObject({ name: 'b' });
    expect(await database.find('things', 'id', 9)).toBeUndefined();
    await database.insert('things', [{ id: 9, name: 'z', mail: 'nine', sold: true }]);
    expect(await ids('id')).toEqual([1, 2, 3, 9]);
    const changed = { id: 9, name: 'y', mail: 'ninth', sold: true };
    expect(await database.update('things', 9, { name: 'y', mail: 'ninth' })).toEqual(changed);
    expect(await database.find('things', 'mail', 'nine')).toBeUndefined();
    expect(await database.find('things', 'mail', 'ninth')).toEqual(changed);
    expect(await database.remove('things', 9)).toEqual(changed);
    expect(await database.remove('things', 9)).toBeUndefined();
    expect(await database.update('things', 9, { name: 'x' })).toBeUndefined();
    expect(await ids('id')).toEqual([1, 2, 3]);
  });

  it('holds a unique value once, and is unharmed by the attempt', async () => {
    const again = { id: 4, name: 'c', mail: 'two', sold: false };
    await expect(database.insert('things', [again])).rejects.toThrow(DuplicateRow);
    await expect(database.insert('things', [{ ...again, id: 1, mail: 'x' }])).rejects.toThrow(
      DuplicateRow,
    );
    await expect(database.update('things', 1, { mail: 'two' })).rejects.toThrow(DuplicateRow);
    expect(await database.all('things', { column: 'id', descending: false })).toEqual(seeded);
  });

  it('is as new after a reset', async () => {
    await database.remove('things', 1);
    await database.update('things', 2, { mail: 'one' });
    await database.reset();
    expect(await database.all('things', { column: 'id', descending: false })).toEqual(seeded);
    expect(await database.find('things', 'mail', 'one')).toEqual(seeded[0]);
  });

  it('keeps more rows than go into a statement', async () => {
    const many = Array.from({ length: 1203 }, (_, index) => ({
      id: 100 + index,
      name: 'n',
      mail: `m${index}`,
      sold: false,
    }));
    await database.insert('things', many);
    expect(await ids('id')).toHaveLength(1206);
  });

  it('orders any texts by code points, and refuses or keeps them', async () => {
    const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, async (names) => {
        await database.reset();
        const kept: string[] = [];
        for (const [index, name] of names.entries()) {
          const row = { id: 10 + index, name, mail: `m${index}`, sold: false };
          try {
            await database.insert('things', [row]);
            kept.push(name);
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidInput);
            expect(name).toContain('\0');
          }
        }
        const rows = await database.all('things', { column: 'name', descending: false });
        const bytes = (text: string) => Buffer.from(text);
        const expected = [...kept, 'a', 'b', 'b'].sort((a, b) => bytes(a).compare(bytes(b)));
        expect(rows.map(({ name }) => name)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

describe.skipIf(missingPostgres !== null)('PostgreSQL', () => {
  const server = () => {
    if (!postgres) throw new Error('PostgreSQL is not running');
    return postgres;
  };
  const schemas = async () =>
    (await server().query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'wirebench%'")).map(
      ({ nspname }) => nspname,
    );

  it('gives each service a schema of its own, which goes with it', async () => {
    const [one, other] = [await open('postgres'), await open('postgres')];
    expect(await schemas()).toHaveLength(2);
    await one.remove('things', 1);
    expect(await other.find('things', 'id', 1)).toEqual(seeded[0]);
    await one.close();
    await other.close();
    expect(await schemas()).toEqual([]);
  });

  it('drops what a dead service has left, and nothing else', async () => {
    await server().query('CREATE SCHEMA wirebench_7');
    await server().query('CREATE SCHEMA wirebench_of_mine');
    const database = await open('postgres');
    const left = await schemas();
    expect(left).toHaveLength(2);
    expect(left).toContain('wirebench_of_mine');
    await database.close();
    await server().query('DROP SCHEMA wirebench_of_mine');
  });

  it('refuses a statement that finds no connection free in time, and answers afterwards', async () => {
    const many: Table = {
      ...things,
      rows: () =>
        Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'n', mail: `m${id}`, sold: true })),
    };
    const database = await open('postgres', [many], 1, 20);
    const order = { column: 'name', descending: true };
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => database.all('things', order)),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(PoolExhausted);
    }
    await expect.poll(() => database.find('things', 'id', 5).catch(() => null)).not.toBeNull();
    await database.close();
  });

  it('refuses while the connection is lost, and lives on when there is a new one', async () => {
    const database = await open('postgres');
    await database.all('things', { column: 'id', descending: false });
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
    await server().query(`${others} AND usename = 'wirebench'`);
    await expect
      .poll(() => database.find('things', 'id', 1).catch((error: Error) => error.message))
      .toEqual(seeded[0]);
    await database.close();
  });

  it('says what is wrong with an address at which there is no database', async () => {
    const url = 'postgres://wirebench@127.0.0.1:1/none';
    const where = { kind: 'postgres', url, pool: 1, waitMs: 100 } as const;
    await expect(openTables(where, [things])).rejects.toThrow('ECONNREFUSED');
  });
});
