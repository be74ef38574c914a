import type { Database } from 'better-sqlite3';
import {
  type RemoteTarget,
  remoteTargetSchema,
  type SavedTarget,
} from '../../contracts/services.ts';
import { parseStored } from './stored.ts';

interface TargetRow {
  id: string;
  savedAt: string;
  target: string;
}

/** The remote targets that the user has saved. */
export function targetStatements(database: Database) {
  const list = database.prepare<[], TargetRow>(
    'SELECT id, saved_at AS savedAt, target FROM targets',
  );
  const get = database.prepare<[string], TargetRow>(
    'SELECT id, saved_at AS savedAt, target FROM targets WHERE id = ?',
  );
  const put = database.prepare<[string, string, string]>(
    `INSERT INTO targets (id, saved_at, target) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at, target = excluded.target`,
  );
  const remove = database.prepare<[string]>('DELETE FROM targets WHERE id = ?');
  return {
    savedTargets: (): SavedTarget[] =>
      list
        .all()
        .map(read)
        .sort((a, b) => a.name.localeCompare(b.name)),
    savedTarget: (id: string): SavedTarget | null => {
      const row = get.get(id);
      return row ? read(row) : null;
    },
    putTarget: ({ id, savedAt, name, addresses, grpcTls }: SavedTarget): void => {
      const target: RemoteTarget = { name, addresses, grpcTls };
      put.run(id, savedAt, JSON.stringify(target));
    },
    deleteTarget: (id: string): void => {
      remove.run(id);
    },
  };
}

function read({ id, savedAt, target }: TargetRow): SavedTarget {
  return { id, savedAt, ...parseStored(remoteTargetSchema, target, `target ${id}`) };
}
