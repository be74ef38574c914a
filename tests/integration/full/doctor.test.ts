import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../engine/store/store.ts';
import { wirebench } from '../../support/command-line.ts';
import { makeInterval } from '../../support/records.ts';
import { makeFileRun, makeFileTrial, storeRun } from '../../support/run-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Seconds of each trial, so that the file has some hundred pages. */
const seconds = 400;

/** A home whose history has two runs. */
function filled(): { readonly home: string; readonly file: string } {
  const home = temporaryFolder();
  const file = join(home, 'wirebench.db');
  const store = openStore(file);
  for (const id of ['one-run', 'two-run']) {
    const trial = makeFileTrial(0);
    const intervals = Array.from({ length: seconds }, (_, index) => makeInterval(index));
    const own = { id: `${id}-0`, result: trial.result && { ...trial.result, id: `${id}-0` } };
    storeRun(store, makeFileRun({ id, name: id, trials: [{ ...trial, ...own, intervals }] }));
  }
  store.close();
  return { home, file };
}

function changed(file: string, sql: string): void {
  const database = new BetterSqlite(file);
  database.exec(sql);
  database.close();
}

const savedIn = (home: string) => readdirSync(home).filter((name) => name.includes('.saved-'));

describe('wirebench doctor', () => {
  it('finds nothing in a sound database, and copies it on wish', async () => {
    const { home, file } = filled();
    const copy = join(home, 'copy.db');
    const { code, stdout, stderr } = await wirebench(home, ['doctor', '--backup', copy]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Copied ${file} to ${copy}`);
    expect(stdout).toMatch(/runs +2 +0 +0/);
    expect(stdout).toContain('No damage found.');
    expect(savedIn(home)).toEqual([]);
    const listed = await wirebench(home, ['list', '--db', copy]);
    for (const name of ['one-run', 'two-run']) expect(listed.stdout).toContain(name);
    expect(await wirebench(home, ['doctor', '--backup', copy])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(copy),
    });
  });

  it.each<
    [what: string, damage: (file: string) => void, expected: RegExp, left: readonly string[]]
  >([
    [
      'a table that is missing',
      (file) => changed(file, 'PRAGMA foreign_keys = OFF; DROP TABLE annotations'),
      /The table annotations is lost: no such table/,
      ['one-run', 'two-run'],
    ],
    [
      'a changed checksum',
      (file) => changed(file, "UPDATE runs SET checksum = checksum + 1 WHERE id = 'one-run'"),
      /Run one-run is damaged/,
      ['two-run'],
    ],
    [
      'an end that is cut off',
      (file) => truncateSync(file, Math.floor((readFileSync(file).length * 0.7) / 4096) * 4096),
      /SQLite: /,
      ['one-run'],
    ],
  ])(
    'reports what is lost by %s, and saves the remainder',
    async (_what, damage, expected, left) => {
      const { home, file } = filled();
      damage(file);
      const before = readFileSync(file);
      const target = join(home, 'rest.db');
      const { code, stdout, stderr } = await wirebench(home, ['doctor', '--save', target]);
      expect(stderr).toBe('');
      expect(stdout).toMatch(expected);
      expect(stdout).toContain(`Saved what can be saved as ${target}`);
      expect(code).toBe(1);
      expect(readFileSync(file).equals(before)).toBe(true);
      const listed = await wirebench(home, ['list', '--db', target]);
      expect(listed.code).toBe(0);
      for (const name of left) expect(listed.stdout).toContain(name);
      expect(await wirebench(home, ['doctor', '--db', target])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('No damage found.'),
      });
    },
  );

  it('reports a missing database, and a file that is none', async () => {
    const home = temporaryFolder();
    const missing = await wirebench(home, ['doctor', '--db', join(home, 'none.db')]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file') });
    const other = join(home, 'other.db');
    writeFileSync(other, 'no database at all, only some words that go on'.repeat(200));
    const ended = await wirebench(home, ['doctor', '--db', other]);
    expect(ended.code).toBe(1);
    expect(ended.stderr + ended.stdout).toMatch(/STORE_CORRUPT|not a database/);
  });
});
