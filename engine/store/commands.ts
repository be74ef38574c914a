import type { Database } from 'better-sqlite3';

/** Prefix of command keys among the settings; no setting begins with it. */
const prefix = 'command:';

/** The commands that the user has consented to start; resetting the settings forgets them. */
export function commandStatements(database: Database) {
  const find = database.prepare<[string], number>('SELECT 1 FROM settings WHERE name = ?').pluck();
  const add = database.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    isCommandConfirmed: (key: string): boolean => find.get(prefix + key) !== undefined,
    confirmCommand: (key: string): void => {
      add.run(prefix + key, 'true');
    },
  };
}
