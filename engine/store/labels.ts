import type { Database } from 'better-sqlite3';
import { runNotFound } from './stored.ts';

/** What the user writes on a run: tags, a note, a pin. */
export function labelStatements(database: Database) {
  const change = (assignment: string) => {
    const statement = database.prepare<[string | number, string]>(
      `UPDATE runs SET ${assignment} WHERE id = ? AND removed_at IS NULL`,
    );
    return (runId: string, value: string | number): void => {
      if (statement.run(value, runId).changes === 0) throw runNotFound(runId);
    };
  };
  const tags = change('tags = ?');
  const note = change('note = ?');
  const pinned = change('pinned = ?');
  return {
    setTags: (runId: string, value: readonly string[]): void => tags(runId, JSON.stringify(value)),
    setNote: (runId: string, value: string): void => note(runId, value),
    setPinned: (runId: string, value: boolean): void => pinned(runId, value ? 1 : 0),
  };
}
