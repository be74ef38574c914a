import type { ServiceSetup } from '../../../contracts/service-messages.ts';
import type { Database, Table } from './database.ts';
import { MemoryDatabase } from './memory.ts';

/**
 * Opens the tables in the configured database, with their initial content.
 * @throws Error if the database cannot be reached or has no address.
 */
export async function openTables(
  { kind, url, pool, waitMs }: ServiceSetup['database'],
  tables: readonly Table[],
): Promise<Database> {
  switch (kind) {
    case 'none':
      return new MemoryDatabase(tables);
    case 'sqlite': {
      const { SqliteDatabase } = await import('./sqlite.ts');
      return SqliteDatabase.open(tables);
    }
    case 'postgres': {
      if (url === null) throw new TypeError('expected the address of the PostgreSQL database');
      const { PostgresDatabase } = await import('./postgres.ts');
      return PostgresDatabase.open(tables, { url, pool, waitMs });
    }
  }
}
