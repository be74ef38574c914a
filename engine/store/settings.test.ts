import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings, settingsChangeSchema } from '../../contracts/settings.ts';
import { databaseFile } from '../../tests/support/stores.ts';
import { openStore, type Store } from './store.ts';

let file: string;
let store: Store;
beforeEach(() => {
  file = databaseFile();
  store = openStore(file);
});
afterEach(() => store.close());

function reopen(): void {
  store.close();
  store = openStore(file);
}

/** Writes a row as another program or an older version may have. */
function putRow(name: string, value: string): void {
  const database = new BetterSqlite(file);
  database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(name, value);
  database.close();
}

describe('settings', () => {
  it('are the defaults until changed, with update checks off', () => {
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.settings().updateCheck).toBe(false);
  });

  it('change one by one, and persist', () => {
    const dark = { ...defaultSettings, scheme: 'dark' };
    expect(store.changeSettings({ scheme: 'dark' })).toEqual(dark);
    store.changeSettings({ notifyAfterSeconds: 5, experimentsFolder: '/somewhere' });
    store.changeSettings({ experimentsFolder: null });
    reopen();
    expect(store.settings()).toEqual({ ...dark, notifyAfterSeconds: 5 });
    expect(store.resetSettings()).toEqual(defaultSettings);
    reopen();
    expect(store.settings()).toEqual(defaultSettings);
  });

  it('are the defaults where stored values are invalid', () => {
    const known = fc.constantFrom(...Object.keys(defaultSettings), '__proto__', 'constructor');
    const stored = fc.property(
      fc.oneof(known, fc.string()),
      fc.oneof(fc.json(), fc.string()),
      (name, value) => {
        putRow(name, value);
        expect(['auto', 'light', 'dark']).toContain(store.settings().scheme);
      },
    );
    fc.assert(stored, { numRuns: 40 });
    putRow('scheme', '"sepia"');
    putRow('notifyAfterSeconds', '-1');
    expect(store.settings()).toMatchObject({ scheme: 'auto', notifyAfterSeconds: 30 });
  });

  it('refuse invalid changes', () => {
    for (const wrong of [{ scheme: 'sepia' }, { zoomPercent: 1 }, { colour: 'red' }, 'x', null]) {
      expect(settingsChangeSchema.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('confirmed hosts', () => {
  it('can be forgotten', () => {
    store.confirmHost('a.example');
    store.confirmHost('b.example');
    store.forgetHost('a.example');
    store.forgetHost('never.example');
    expect(store.confirmedHosts()).toEqual(['b.example']);
  });
});
