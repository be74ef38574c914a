import type { Database } from 'better-sqlite3';

/** The hosts that the user has confirmed as targets. */
export function hostStatements(database: Database, now: () => Date) {
  const list = database
    .prepare<[], string>('SELECT host FROM confirmed_hosts ORDER BY host')
    .pluck();
  const add = database.prepare<[string, string]>(
    'INSERT INTO confirmed_hosts (host, confirmed_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = database.prepare<[string]>('DELETE FROM confirmed_hosts WHERE host = ?');
  return {
    confirmedHosts: (): string[] => list.all(),
    confirmHost: (host: string): void => {
      add.run(host, now().toISOString());
    },
    forgetHost: (host: string): void => {
      remove.run(host);
    },
  };
}
