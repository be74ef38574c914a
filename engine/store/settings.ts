import type { Database } from 'better-sqlite3';
import type { RemovedRun, SettingsChange } from '../../contracts/settings.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../contracts/settings.ts';

type Row = { readonly name: string; readonly value: string };

/** A stored value, or undefined when it is damaged or of a version that this build does not know. */
function storedValue(name: string, value: string): unknown {
  if (!isSetting(name)) return undefined;
  try {
    const parsed = settingsSchema.shape[name].safeParse(JSON.parse(value));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // A setting is a convenience: its default is used, and the start continues.
  }
}

function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(settingsSchema.shape, name);
}

/** The user's settings, one row for each setting that was ever changed. */
export function settingsStatements(database: Database) {
  const all = database.prepare<[], Row>('SELECT name, value FROM settings');
  const put = database.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const clear = database.prepare('DELETE FROM settings');
  const removed = database.prepare<[], RemovedRun>(`
    SELECT id, name, started_at AS startedAt, removed_at AS removedAt
    FROM runs WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, key DESC
  `);
  const read = (): Settings => {
    const stored = all
      .all()
      .map(({ name, value }): [string, unknown] => [name, storedValue(name, value)])
      .filter(([, value]) => value !== undefined);
    return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(stored) });
  };
  const write = database.transaction((change: SettingsChange) => {
    for (const [name, value] of Object.entries(change)) {
      if (value !== undefined) put.run(name, JSON.stringify(value));
    }
  });
  return {
    settings: read,
    changeSettings: (change: SettingsChange): Settings => {
      write.immediate(change);
      return read();
    },
    resetSettings: (): Settings => {
      clear.run();
      return read();
    },
    removedRuns: (): RemovedRun[] => removed.all(),
  };
}
